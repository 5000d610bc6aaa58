import { RowField } from '#renderer/components/field.tsx';
import { openingWords } from '#renderer/components/opening-words.ts';
import { Switch } from '#renderer/components/switch.tsx';
import { useTicking } from '#renderer/components/time.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useChangeHours, useHours } from '#renderer/rpc/use-hours.ts';
import { type HoursSettings, type OpenNow, hoursSettings } from '#shared/contract/hours.ts';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { saveOnLeave } from '../save-on-leave.ts';
import { Group, Section } from '../section.tsx';
import { words as settingsWords } from '../words.ts';
import { HoursEditor } from './hours-editor.tsx';
import { HoursNumber } from './hours-number.tsx';
import { hoursWords as words } from './hours-words.ts';
import { SoundGroup } from './sound-group.tsx';

/** When people work here, how waiting chats stand out, and what becomes of quiet ones. */
export function HoursSection() {
  const { data, isError, refetch } = useHours();
  const { mutateAsync } = useChangeHours();
  const isBrowser = useDesktop() === undefined;
  if (data === undefined) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />;
  const { settings, installation } = data;
  return (
    <Section title={settingsWords.sections.hours} lead={words.lead}>
      <Group title={words.title} lead={<OpenLine state={installation} />}>
        <HoursEditor hours={settings.hours} save={(hours) => mutateAsync({ hours })} />
      </Group>
      <Waiting waiting={settings.waiting} />
      {isBrowser && <SoundGroup />}
      <Quiet autoClose={settings.autoClose} />
    </Section>
  );
}

/** Whether it is open now, and until when. */
export function OpenLine({ state }: { readonly state: OpenNow }) {
  return useTicking((now) => openingWords(state, now));
}

const { attention, urgent } = hoursSettings.shape.waiting.unwrap().shape;

function Waiting({ waiting }: Pick<HoursSettings, 'waiting'>) {
  const { mutateAsync } = useChangeHours();
  return (
    <Group title={words.waiting} lead={words.waitingLead}>
      <HoursNumber
        field="waiting"
        rule={attention}
        label={words.attention}
        hint={words.attentionHint}
        aside={words.minutes}
        saved={waiting.attention}
        save={(value) => mutateAsync({ waiting: { ...waiting, attention: value } })}
      />
      <HoursNumber
        field="waiting"
        rule={urgent}
        label={words.urgent}
        hint={words.urgentHint}
        aside={words.minutes}
        saved={waiting.urgent}
        save={(value) => mutateAsync({ waiting: { ...waiting, urgent: value } })}
      />
    </Group>
  );
}

function Quiet({ autoClose }: Pick<HoursSettings, 'autoClose'>) {
  const { mutateAsync } = useChangeHours();
  const { hours } = hoursSettings.shape.autoClose.unwrap().shape;
  const choose = (unanswered: boolean): void =>
    void saveOnLeave({
      field: 'autoClose',
      label: words.unanswered,
      before: autoClose.unanswered,
      value: unanswered,
      save: (value) => mutateAsync({ autoClose: { ...autoClose, unanswered: value } }),
      onProblem: (problem) => sayTrouble(settingsWords.notSaved(words.unanswered), problem),
    });
  return (
    <Group title={words.quiet} lead={words.quietLead}>
      <HoursNumber
        field="autoClose"
        rule={hours}
        label={words.closeAfter}
        hint={words.closeAfterHint}
        aside={words.hours}
        saved={autoClose.hours}
        save={(value) => mutateAsync({ autoClose: { ...autoClose, hours: value } })}
      />
      {autoClose.hours > 0 && (
        <RowField
          label={words.unanswered}
          hint={words.unansweredHint}
          warning={autoClose.unanswered ? words.unansweredWarning : undefined}
        >
          <Switch checked={autoClose.unanswered} onCheckedChange={choose} />
        </RowField>
      )}
    </Group>
  );
}
