import { useTranslation } from 'react-i18next';
import { openingWords } from '#renderer/components/opening-text.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useChangeHours, useHours } from '#renderer/rpc/use-hours.ts';
import { type HoursSettings, type OpenNow, hoursSettings } from '#shared/contract/hours.ts';
import { Loaded } from '../parts/query-states.tsx';
import { SavedNumber, SavedSwitch } from '../parts/saved-field.tsx';
import { Group, Section } from '../parts/section.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { SoundGroup } from './sound-group.tsx';

/** When people work here, how waiting chats stand out, and what becomes of quiet ones. */
export function HoursSection() {
  const { t } = useTranslation('settings');
  const hours = useHours();
  const { mutateAsync } = useChangeHours();
  const isBrowser = useDesktop() === undefined;
  return (
    <Loaded of={hours}>
      {({ settings, installation }) => (
        <Section title={t('sections.hours')} lead={t('hours.lead')}>
          <Group title={t('hours.title')} lead={<OpenLine state={installation} />}>
            <HoursEditor hours={settings.hours} save={(next) => mutateAsync({ hours: next })} />
          </Group>
          <Waiting waiting={settings.waiting} />
          {isBrowser && <SoundGroup />}
          <Quiet autoClose={settings.autoClose} />
        </Section>
      )}
    </Loaded>
  );
}

/** Whether it is open now, and until when. */
export function OpenLine({ state }: { readonly state: OpenNow }) {
  return useTicking((now) => openingWords(state, now));
}

const { attention, urgent } = hoursSettings.shape.waiting.unwrap().shape;

function Waiting({ waiting }: Pick<HoursSettings, 'waiting'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useChangeHours();
  return (
    <Group title={t('hours.waiting')} lead={t('hours.waitingLead')}>
      <SavedNumber
        field="waiting"
        rule={attention}
        label={t('hours.attention')}
        hint={t('hours.attentionHint')}
        aside={t('hours.minutes')}
        saved={waiting.attention}
        save={(value) => mutateAsync({ waiting: { ...waiting, attention: value } })}
      />
      <SavedNumber
        field="waiting"
        rule={urgent}
        label={t('hours.urgent')}
        hint={t('hours.urgentHint')}
        aside={t('hours.minutes')}
        saved={waiting.urgent}
        save={(value) => mutateAsync({ waiting: { ...waiting, urgent: value } })}
      />
    </Group>
  );
}

function Quiet({ autoClose }: Pick<HoursSettings, 'autoClose'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useChangeHours();
  const { hours } = hoursSettings.shape.autoClose.unwrap().shape;
  return (
    <Group title={t('hours.quiet')} lead={t('hours.quietLead')}>
      <SavedNumber
        field="autoClose"
        rule={hours}
        label={t('hours.closeAfter')}
        hint={t('hours.closeAfterHint')}
        aside={t('hours.hours')}
        saved={autoClose.hours}
        save={(value) => mutateAsync({ autoClose: { ...autoClose, hours: value } })}
      />
      {autoClose.hours > 0 && (
        <SavedSwitch
          field="autoClose"
          label={t('hours.unanswered')}
          hint={t('hours.unansweredHint')}
          warning={autoClose.unanswered ? t('hours.unansweredWarning') : undefined}
          saved={autoClose.unanswered}
          save={(unanswered) => mutateAsync({ autoClose: { ...autoClose, unanswered } })}
        />
      )}
    </Group>
  );
}
