import { ContractError } from '#shared/contract/errors.ts';
import { useTranslation } from 'react-i18next';
import { BellOff, BellRing, ExternalLink, Volume2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { localization } from '#renderer/language/i18n.ts';
import type { DesktopApi, DesktopStatus } from '#shared/contract/desktop.ts';
import { pauseEnd } from '#shared/domain/notification-pause.ts';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { clockOf, minutesOf, useNow, viewerTimeZone } from '#renderer/components/dates.tsx';
import { notifyError, notifyFailure } from '#renderer/components/toaster.tsx';
import { useChangeDesktop, useDesktop, useDesktopStatus, useTestNotification } from '#renderer/rpc/use-desktop.ts';
import { ActionRow, Group, Loaded, Section } from '../parts/section.tsx';
import { fieldsOf, saveField, SavedSwitch, SavedText } from '#renderer/components/saved-fields.tsx';
import { pausedText, testText } from './status-text.ts';
import { z } from 'zod';
import type { Operator, QuietHours } from '#shared/domain/entities.ts';
import { useMe, useUpdateMe } from '#renderer/rpc/use-directory.ts';
import { ringBell, useBell } from '#renderer/state/bell.ts';
import { useMutation } from '@tanstack/react-query';
import { useNotices } from '#renderer/state/browser-notices.ts';
import { RowField, named } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { canBePushed, subscribePush, unsubscribePush } from '#renderer/rpc/push.ts';

/** Settings for what notifies this operator on this device, and how loudly. */
export function NotificationsSection() {
  const { t } = useTranslation('settings');
  const desktop = useDesktop();
  const status = useDesktopStatus();
  return (
    <Section title={t('sections.notifications')} lead={t('notifications.lead')}>
      {desktop === undefined ? (
        <BrowserSound />
      ) : (
        <Loaded of={status}>{(data) => <ComputerNotifications desktop={desktop} status={data} />}</Loaded>
      )}
      <Group title={t('quiet.title')}>
        <Loaded of={useMe()}>{(me) => <QuietHoursFields me={me} />}</Loaded>
      </Group>
    </Section>
  );
}

function ComputerNotifications({ desktop, status }: { readonly desktop: DesktopApi; readonly status: DesktopStatus }) {
  const { t } = useTranslation('settings');
  const id = useId();
  const { preferences, hasSystemSettings } = status;
  const { notifications } = preferences;
  const change = useChangeDesktop();
  const of = fieldsOf(notifications, (changed) => change.mutateAsync({ notifications: changed }), {
    texts: 'settings:computer.',
  });
  const kinds = [of('newChat'), of('ownChat'), of('askedForPerson'), of('failedReply'), of('unreachable')];
  const unavailable = kinds.some(({ saved }) => saved) ? undefined : t('computer.noKinds');
  return (
    <Group title={t('computer.notifications')} lead={t('computer.notificationsLead')}>
      <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
        <p id={id} className="text-ui font-medium">
          {t('computer.kinds')}
        </p>
        {kinds.map((kind) => (
          <Checkbox
            key={kind.field}
            hint={'hint' in kind ? kind.hint : undefined}
            checked={kind.saved}
            onCheckedChange={(value) => void saveField({ ...kind, value })}
          >
            {kind.label}
          </Checkbox>
        ))}
      </div>
      <SavedSwitch {...of('sound')} unavailable={unavailable} />
      <SavedSwitch {...of('repeat')} unavailable={unavailable} />
      <Pause preferences={preferences} />
      <Test desktop={desktop} hasSystemSettings={hasSystemSettings} />
    </Group>
  );
}

function Pause({ preferences }: Pick<DesktopStatus, 'preferences'>) {
  const { t } = useTranslation('settings');
  const change = useChangeDesktop();
  const first = useRef<HTMLButtonElement>(null);
  const text = useNow((now) => pausedText(preferences, now));
  const isPaused = text !== '';
  const pauseUntil = (pausedUntil: number | null): void => {
    // The pressed button may disappear; the one that reverts it stays.
    first.current?.focus();
    change.mutate({ pausedUntil }, { onError: (error) => notifyFailure(t('computer.failed'), error) });
  };
  return (
    <ActionRow
      title={t('computer.pause')}
      hint={t('computer.pauseHint')}
      status={isPaused && <TestResult icon={<BellOff />}>{text}</TestResult>}
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

function Test({
  desktop,
  hasSystemSettings,
}: Pick<DesktopStatus, 'hasSystemSettings'> & { readonly desktop: DesktopApi }) {
  const { t } = useTranslation('settings');
  const test = useTestNotification();
  const openSystemSettings = (): void => {
    desktop
      .call('openSystemSettings', 'notifications')
      .catch(() => notifyError(t('computer.systemSettingsFailed'), t('computer.systemSettingsFailedMore')));
  };
  const result = test.data !== undefined && (
    <TestResult icon={test.data.shown ? <BellRing /> : <BellOff />} trouble={!test.data.shown}>
      {testText(test.data)}
    </TestResult>
  );
  return (
    <ActionRow title={t('computer.testTitle')} hint={t('computer.testHint')} status={!test.isPending && result}>
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

const NIGHT = { from: 22 * 60, to: 7 * 60 };
const time = z.string().regex(/^\d\d:\d\d$/);

/** Quiet hours of the operator, on all devices. */
function QuietHoursFields({ me: { quietHours } }: { readonly me: Operator }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useUpdateMe();
  const save = (change: Partial<QuietHours>): Promise<unknown> =>
    mutateAsync({ quietHours: { ...NIGHT, ...quietHours, ...change, zone: viewerTimeZone() } });
  return (
    <>
      <SavedSwitch
        field="quietHours"
        label={t('quiet.label')}
        hint={t('quiet.hint')}
        saved={quietHours !== undefined}
        save={(on) => (on ? save({}) : mutateAsync({ quietHours: null }))}
      />
      {quietHours !== undefined && (
        <div className="flex flex-wrap items-start gap-4">
          {(['from', 'to'] as const).map((field) => (
            <SavedText
              key={field}
              field={`quietHours.${field}`}
              label={t(`quiet.${field}`)}
              saved={clockOf(quietHours[field])}
              rule={time}
              save={(value) => save({ [field]: minutesOf(value) })}
              type="time"
              short
            />
          ))}
          <p className="w-full text-ui text-ink-quiet">{t('quiet.zone', { zone: quietHours.zone })}</p>
        </div>
      )}
    </>
  );
}

/** The bell in a browser. */
function BrowserSound() {
  const { t } = useTranslation('settings');
  const { isOn, volume } = useBell();
  const id = useId();
  return (
    <Group title={t('hours.sound')} lead={t('hours.soundLead')}>
      <RowField {...named('settings:hours.ring')}>
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
              className="h-(--control) max-w-64 min-w-0 flex-1 accent-accent max-phone:max-w-none"
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

/** Notifications of this browser, and what they show of a chat; or why there are none. */
function BrowserNotices() {
  const { t } = useTranslation('settings');
  if ('Notification' in window && window.isSecureContext) return <Switches />;
  const reason = !window.isSecureContext
    ? t('hours.notices.insecure')
    : isApplePhone()
      ? t('hours.notices.homeScreen')
      : t('hours.notices.unsupported');
  return (
    <RowField label={t('hours.notices.title')} warning={reason} disabled>
      <Switch checked={false} disabled onCheckedChange={() => undefined} />
    </RowField>
  );
}

/** The permission is asked for by a press only. */
function Switches() {
  const { t } = useTranslation('settings');
  const { isOn, withWords } = useNotices();
  const [permission, setPermission] = useState(Notification.permission);
  const isShown = permission === 'granted' && isOn;
  const change = (on: boolean): void => {
    useNotices.setState({ isOn: on });
    if (on && permission === 'default') void Notification.requestPermission().then(setPermission);
  };
  const isDenied = permission === 'denied';
  const words = t(`hours.notices.${permission}`);
  return (
    <>
      <RowField
        label={t('hours.notices.title')}
        hint={isDenied ? undefined : words}
        warning={isDenied ? words : undefined}
      >
        <Switch checked={isShown} disabled={isDenied} onCheckedChange={change} />
      </RowField>
      {isShown && (
        <>
          <RowField {...named('settings:hours.notices.words')}>
            <Switch checked={withWords} onCheckedChange={(shows) => useNotices.setState({ withWords: shows })} />
          </RowField>
          <WhenClosed />
        </>
      )}
    </>
  );
}

/** Notifications while the browser is closed; on an iPhone only from the home screen. */
function WhenClosed() {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const { whenClosed, withWords } = useNotices();
  const language = localization.language().code;
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? subscribePush(call, { language, withWords }) : unsubscribePush(call)),
    onSuccess: (_answer, on) => useNotices.setState({ whenClosed: on }),
    onError: (error) =>
      notifyError(
        t('hours.notices.closedFailed'),
        error instanceof ContractError ? error.message : t('hours.notices.closedFailedMore'),
      ),
  });
  const isPossible = canBePushed();
  const reason = isApplePhone() ? t('hours.notices.homeScreen') : t('hours.notices.noPush');
  return (
    <RowField
      label={t('hours.notices.closed')}
      hint={isPossible ? t('hours.notices.closedHint') : undefined}
      warning={isPossible ? undefined : reason}
      disabled={!isPossible}
    >
      <Switch
        checked={isPossible && (change.isPending ? change.variables : whenClosed)}
        disabled={!isPossible || change.isPending}
        onCheckedChange={(on) => change.mutate(on)}
      />
    </RowField>
  );
}

/** Also an iPad, which calls itself a Mac. */
function isApplePhone(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}
