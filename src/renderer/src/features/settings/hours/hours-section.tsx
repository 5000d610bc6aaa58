import { useTranslation } from 'react-i18next';
import { openingWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { useChange } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useHours } from '#renderer/rpc/use-directory.ts';
import { hoursSettings, type HoursSettings, type OpenNow } from '#shared/contract/hours.ts';
import { Loaded, Group, Section } from '../parts/section.tsx';
import { fieldsOf, SavedNumber, SavedSwitch } from '../parts/saved-field.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { Volume2 } from 'lucide-react';
import { useId } from 'react';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { Button } from '#renderer/components/button.tsx';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';

/** When people work here, how waiting chats stand out, and what becomes of quiet ones. */
export function HoursSection() {
  const { t } = useTranslation('settings');
  const hours = useHours();
  const { mutateAsync } = useChangeOfHours();
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

const { waiting: waitingRule, autoClose: closingRule } = hoursSettings.shape;

function Waiting({ waiting }: Pick<HoursSettings, 'waiting'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useChangeOfHours();
  const of = fieldsOf(waiting, (change) => mutateAsync({ waiting: { ...waiting, ...change } }));
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
  const { mutateAsync } = useChangeOfHours();
  const of = fieldsOf(autoClose, (change) => mutateAsync({ autoClose: { ...autoClose, ...change } }));
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

/** The bell of this device. */
function SoundGroup() {
  const { t } = useTranslation('settings');
  const { isOn, volume, setOn, setVolume } = useBell();
  const id = useId();
  return (
    <Group title={t('hours.sound')} lead={t('hours.soundLead')}>
      <RowField label={t('hours.ring')} hint={t('hours.ringHint')}>
        <Switch checked={isOn} onCheckedChange={setOn} />
      </RowField>
      {isOn && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-ui font-medium">
            {t('hours.volume')}
          </label>
          <div className="flex items-center gap-3">
            <input
              id={id}
              type="range"
              min={5}
              max={100}
              step={5}
              value={volume}
              onChange={(event) => setVolume(Number(event.target.value))}
              className="h-(--control) max-w-64 flex-1 accent-accent"
            />
            <Button onClick={() => ringBell(volume)}>
              <Volume2 aria-hidden className="size-4" />
              {t('hours.tryIt')}
            </Button>
          </div>
        </div>
      )}
    </Group>
  );
}

function useChangeOfHours() {
  return useChange('hours.update', 'hours.get', {
    after: (settings, known) => known && { ...known, settings },
    inTurn: true,
  });
}
