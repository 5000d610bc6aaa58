import { BellOff, BellRing, ExternalLink } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { textsIn } from '#renderer/language/i18n.ts';
import type { DesktopApi, DesktopStatus } from '#shared/contract/desktop.ts';
import { pauseEnd } from '#shared/domain/notification-pause.ts';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { clockOf, minutesOf, useNow, viewerTimeZone } from '#renderer/components/dates.tsx';
import { notifyError, notifyFailure } from '#renderer/components/toaster.tsx';
import { useChangeDesktop, useDesktop, useDesktopStatus, useTestNotification } from '#renderer/rpc/use-desktop.ts';
import { ActionRow, Group, Loaded, Section } from '../parts/section.tsx';
import { fieldsOf, saveField, SavedSwitch, SavedText } from '../parts/saved-field.tsx';
import { pausedText, testText } from './status-text.ts';
import { BrowserSound } from './browser-notifications.tsx';
import { z } from 'zod';
import type { Operator, QuietHours } from '#shared/domain/entities.ts';
import { useMe, useUpdateMe } from '#renderer/rpc/use-directory.ts';

const t = textsIn('settings');

/** What notifies this operator on this device, and how loudly. */
export function NotificationsSection() {
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
  const id = useId();
  const { preferences, hasSystemSettings } = status;
  const { notifications } = preferences;
  const change = useChangeDesktop();
  const of = fieldsOf(notifications, (changed) => change.mutateAsync({ notifications: changed }), {
    texts: 'settings:computer.',
  });
  const kinds = [of('newChat'), of('ownChat'), of('askedForPerson'), of('failedReply'), of('unreachable')];
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
      <SavedSwitch {...of('sound')} />
      <SavedSwitch {...of('repeat')} />
      <Pause preferences={preferences} />
      <Test desktop={desktop} hasSystemSettings={hasSystemSettings} />
    </Group>
  );
}

function Pause({ preferences }: Pick<DesktopStatus, 'preferences'>) {
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

function Test({
  desktop,
  hasSystemSettings,
}: Pick<DesktopStatus, 'hasSystemSettings'> & { readonly desktop: DesktopApi }) {
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

const NIGHT = { from: 22 * 60, to: 7 * 60 };
const time = z.string().regex(/^\d\d:\d\d$/);

/** When nothing notifies the operator, on any device. */
function QuietHoursFields({ me: { quietHours } }: { readonly me: Operator }) {
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
