import { useTranslation } from 'react-i18next';
import { BellOff, BellRing, ExternalLink, Volume2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { DesktopApi, DesktopPreferences } from '#shared/contract/desktop.ts';
import { pauseEnd } from '#shared/domain/notification-pause.ts';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useNow } from '#renderer/components/time.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useChangeDesktop, useDesktop, useDesktopStatus, useTestNotification } from '#renderer/rpc/use-desktop.ts';
import { ActionRow } from '../parts/act.tsx';
import { notifyFailure } from '../parts/trouble.ts';
import { fieldsOf, saveField, SavedSwitch } from '../parts/saved-field.tsx';
import { pausedText, testText } from './status-text.ts';
import { Group, Loaded, Section } from '../parts/section.tsx';
import { BrowserNotices } from './browser-notices.tsx';
import { QuietHoursGroup } from './quiet-hours.tsx';

const kinds = [
  { name: 'newChat', hint: 'computer.newChatHint' },
  { name: 'ownChat', hint: undefined },
  { name: 'askedForPerson', hint: undefined },
  { name: 'failedReply', hint: undefined },
  { name: 'unreachable', hint: 'computer.unreachableHint' },
] as const;

/** What notifies this operator on this device, and how loudly. */
export function NotificationsSection() {
  const { t } = useTranslation('settings');
  const desktop = useDesktop();
  return (
    <Section title={t('sections.notifications')} lead={t('notifications.lead')}>
      {desktop === undefined ? <BrowserSound /> : <DesktopNotifications desktop={desktop} />}
      <QuietHoursGroup />
    </Section>
  );
}

function DesktopNotifications({ desktop }: { readonly desktop: DesktopApi }) {
  return <Loaded of={useDesktopStatus()}>{(status) => <ComputerNotifications desktop={desktop} {...status} />}</Loaded>;
}

interface ComputerNotificationsProps {
  readonly desktop: DesktopApi;
  readonly preferences: DesktopPreferences;
  /** the system has notification settings that can be opened */
  readonly hasSystemSettings: boolean;
}

/** Notifications of the desktop app: which, how loud, and a test. */
function ComputerNotifications({ desktop, preferences, hasSystemSettings }: ComputerNotificationsProps) {
  const { t } = useTranslation('settings');
  const { notifications } = preferences;
  const of = useKindsSaved(notifications);
  return (
    <Group title={t('computer.notifications')} lead={t('computer.notificationsLead')}>
      <Kinds notifications={notifications} />
      <SavedSwitch {...of('sound')} label={t('computer.sound')} />
      <SavedSwitch {...of('repeat')} label={t('computer.repeat')} hint={t('computer.repeatHint')} />
      <Pause preferences={preferences} />
      <Test desktop={desktop} hasSystemSettings={hasSystemSettings} />
    </Group>
  );
}

function useKindsSaved(notifications: DesktopPreferences['notifications']) {
  const change = useChangeDesktop();
  return fieldsOf(notifications, (changed) => change.mutateAsync({ notifications: changed }));
}

function Kinds({ notifications }: Pick<DesktopPreferences, 'notifications'>) {
  const { t } = useTranslation('settings');
  const id = useId();
  const of = useKindsSaved(notifications);
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <p id={id} className="text-ui font-medium">
        {t('computer.kinds')}
      </p>
      {kinds.map(({ name, hint }) => (
        <Checkbox
          key={name}
          hint={hint && t(hint)}
          checked={notifications[name]}
          onCheckedChange={(value) => void saveField({ ...of(name), label: t(`computer.${name}`), value })}
        >
          {t(`computer.${name}`)}
        </Checkbox>
      ))}
    </div>
  );
}

function Pause({ preferences }: Pick<ComputerNotificationsProps, 'preferences'>) {
  const { t } = useTranslation('settings');
  const change = useChangeDesktop();
  const first = useRef<HTMLButtonElement>(null);
  const said = useNow((now) => pausedText(preferences, now));
  const isPaused = said !== '';
  const pauseUntil = (pausedUntil: number | null): void => {
    // The pressed button may disappear; the one that reverts it stays.
    first.current?.focus();
    change.mutate({ pausedUntil }, { onError: (error) => notifyFailure(t('computer.failed'), error) });
  };
  return (
    <ActionRow
      title={t('computer.pause')}
      hint={t('computer.pauseHint')}
      said={isPaused && <TestResult icon={<BellOff />}>{said}</TestResult>}
    >
      <Button ref={first} onClick={() => pauseUntil(isPaused ? null : pauseEnd('hour', Date.now()))}>
        {isPaused ? t('computer.resume') : t('computer.pauseHour')}
      </Button>
      {!isPaused && (
        <Button onClick={() => pauseUntil(pauseEnd('tomorrow', Date.now()))}>{t('computer.pauseTomorrow')}</Button>
      )}
    </ActionRow>
  );
}

function Test({ desktop, hasSystemSettings }: Pick<ComputerNotificationsProps, 'desktop' | 'hasSystemSettings'>) {
  const { t } = useTranslation('settings');
  const test = useTestNotification();
  const openSystemSettings = (): void => {
    desktop
      .call('openSystemSettings', 'notifications')
      .catch(() => notifyError(t('computer.systemSettingsFailed'), t('computer.systemSettingsFailedMore')));
  };
  const said = test.data !== undefined && (
    <TestResult icon={test.data.shown ? <BellRing /> : <BellOff />} trouble={!test.data.shown}>
      {testText(test.data)}
    </TestResult>
  );
  return (
    <ActionRow title={t('computer.testTitle')} hint={t('computer.testHint')} said={!test.isPending && said}>
      <Button
        pending={test.isPending}
        onClick={() => test.mutate(undefined, { onError: (error) => notifyFailure(t('computer.testFailed'), error) })}
      >
        {t('computer.test')}
      </Button>
      {hasSystemSettings && (
        <Button variant="quiet" onClick={openSystemSettings}>
          {t('computer.systemSettings')}
          <ExternalLink aria-hidden className="size-4" />
        </Button>
      )}
    </ActionRow>
  );
}

interface TestResultProps {
  readonly icon: ReactNode;
  readonly trouble?: boolean;
  readonly children: ReactNode;
}

function TestResult({ icon, trouble = false, children }: TestResultProps) {
  return (
    <p
      className={cn(
        'flex gap-2 rounded-control px-2.5 py-2',
        trouble ? 'bg-attention-tint text-attention' : 'bg-sunken text-ink',
      )}
    >
      <span aria-hidden className="mt-px shrink-0 [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** The bell in a browser. */
function BrowserSound() {
  const { t } = useTranslation('settings');
  const { isOn, volume } = useBell();
  const id = useId();
  return (
    <Group title={t('hours.sound')} lead={t('hours.soundLead')}>
      <RowField label={t('hours.ring')} hint={t('hours.ringHint')}>
        <Switch checked={isOn} onCheckedChange={(on) => useBell.setState({ isOn: on })} />
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
              onChange={(event) => useBell.setState({ volume: Number(event.target.value) })}
              className="h-(--control) max-w-64 flex-1 accent-accent"
            />
            <Button onClick={() => ringBell(volume)}>
              <Volume2 aria-hidden className="size-4" />
              {t('hours.tryIt')}
            </Button>
          </div>
        </div>
      )}
      <BrowserNotices />
    </Group>
  );
}
