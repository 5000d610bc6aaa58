import { useTranslation } from 'react-i18next';
import { openingText, useNow } from '#renderer/components/dates.tsx';
import { useCachedMutation } from '#renderer/rpc/ask.ts';
import { useHours } from '#renderer/rpc/use-directory.ts';
import { hoursSettings, type HoursSettings, type OpenNow } from '#shared/contract/hours.ts';
import { Loaded, Group, Section } from '../parts/section.tsx';
import { fieldsOf, SavedNumber, SavedSwitch } from '../parts/saved-field.tsx';
import { HoursEditor } from './hours-editor.tsx';

/** Opening hours, how waiting chats are highlighted, and what happens to inactive ones. */
export function HoursSection() {
  const { t } = useTranslation('settings');
  const hours = useHours();
  const { mutateAsync } = useUpdateHours();
  return (
    <Loaded of={hours}>
      {({ settings, installation }) => (
        <Section title={t('sections.hours')} lead={t('hours.lead')}>
          <Group title={t('hours.title')} lead={<OpenLine state={installation} />}>
            <HoursEditor
              hours={settings.hours}
              save={(step) => mutateAsync((now) => ({ hours: step(now.settings.hours) }))}
            />
          </Group>
          <Waiting waiting={settings.waiting} />
          <Quiet autoClose={settings.autoClose} />
        </Section>
      )}
    </Loaded>
  );
}

/** Whether it is open now, and until when. */
export function OpenLine({ state }: { readonly state: OpenNow }) {
  return useNow((now) => openingText(state, now));
}

const { waiting: waitingRule, autoClose: closingRule } = hoursSettings.shape;

function Waiting({ waiting }: Pick<HoursSettings, 'waiting'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useUpdateHours();
  const of = fieldsOf(waiting, (change) => mutateAsync((now) => ({ waiting: { ...now.settings.waiting, ...change } })));
  return (
    <Group title={t('hours.waiting')} lead={t('hours.waitingLead')}>
      {(['attention', 'urgent'] as const).map((name) => (
        <SavedNumber
          key={name}
          {...of(name)}
          field="waiting"
          rule={waitingRule.unwrap().shape[name]}
          label={t(`hours.${name}`)}
          hint={t(`hours.${name}Hint`)}
          aside={t('hours.minutes')}
        />
      ))}
    </Group>
  );
}

function Quiet({ autoClose }: Pick<HoursSettings, 'autoClose'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useUpdateHours();
  const of = fieldsOf(autoClose, (change) =>
    mutateAsync((now) => ({ autoClose: { ...now.settings.autoClose, ...change } })),
  );
  return (
    <Group title={t('hours.quiet')} lead={t('hours.quietLead')}>
      <SavedNumber
        {...of('hours')}
        field="autoClose"
        rule={closingRule.unwrap().shape.hours}
        label={t('hours.closeAfter')}
        hint={t('hours.closeAfterHint')}
        aside={t('hours.hours')}
      />
      {autoClose.hours > 0 && (
        <SavedSwitch
          {...of('unanswered')}
          field="autoClose"
          label={t('hours.unanswered')}
          hint={t('hours.unansweredHint')}
          warning={autoClose.unanswered ? t('hours.unansweredWarning') : undefined}
        />
      )}
    </Group>
  );
}

function useUpdateHours() {
  return useCachedMutation('hours.update', 'hours.get', {
    after: (settings, known) => known && { ...known, settings },
    sequential: true,
  });
}
