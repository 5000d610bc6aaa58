import { useTranslation } from 'react-i18next';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import { useHours } from '#renderer/rpc/use-hours.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { HoursEditor } from './hours-editor.tsx';
import { OpenLine } from './hours-section.tsx';

/** Whether a channel has working hours of its own, and which. */
export function ChannelHours({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  const view = useHours().data;
  const state = view?.channels.find(({ channelId }) => channelId === channel.id);
  const hours = channel.hours ?? null;
  const save = (next: Channel['hours']): Promise<unknown> => mutateAsync({ channelId: channel.id, hours: next });
  const choose = (whose: 'installation' | 'own'): void => {
    if (view === undefined || (whose === 'own') === (hours !== null)) return;
    const trouble = (error: unknown): void =>
      tellTrouble(t('notSaved', { field: t('hours.channelHours.title') }), error);
    const undo = (): void => void save(hours).catch(trouble);
    save(whose === 'own' ? view.settings.hours : null).then(
      () => sayWithUndo(t('saved', { field: t('hours.channelHours.title') }), { onUndo: undo }, { id: 'saved-hours' }),
      trouble,
    );
  };
  return (
    <Group title={t('hours.channelHours.title')} lead={state && <OpenLine state={state} />}>
      <ChoiceCards
        label={t('hours.channelHours.whose')}
        hideLabel
        value={hours === null ? 'installation' : 'own'}
        onChoose={choose}
        choices={[
          {
            value: 'installation',
            title: t('hours.channelHours.installation'),
            means: t('hours.channelHours.installationMeans'),
          },
          { value: 'own', title: t('hours.channelHours.own'), means: t('hours.channelHours.ownMeans') },
        ]}
      />
      {hours !== null && <HoursEditor hours={hours} save={save} />}
    </Group>
  );
}
