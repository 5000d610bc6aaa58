import { useId } from 'react';
import { Volume2 } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { Group } from '../parts/section.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotices } from '#renderer/components/browser-notices.ts';
import { RowField, named } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import { localization, textsIn } from '#renderer/language/i18n.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { canBePushed, subscribePush, unsubscribePush } from '#renderer/rpc/push.ts';

const t = textsIn('settings');

/** The bell in a browser. */
export function BrowserSound() {
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
  const { isOn, withWords } = useNotices();
  const [permission, setPermission] = useState(Notification.permission);
  const isShown = permission === 'granted' && isOn;
  const change = (on: boolean): void => {
    useNotices.setState({ isOn: on });
    if (on && permission === 'default') void Notification.requestPermission().then(setPermission);
  };
  const hints = {
    granted: t('hours.notices.granted'),
    denied: t('hours.notices.denied'),
    default: t('hours.notices.default'),
  };
  return (
    <>
      <RowField
        label={t('hours.notices.title')}
        hint={permission === 'denied' ? undefined : hints[permission]}
        warning={permission === 'denied' ? hints.denied : undefined}
      >
        <Switch checked={isShown} disabled={permission === 'denied'} onCheckedChange={change} />
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
  const { call } = useConsole();
  const { whenClosed, withWords } = useNotices();
  const language = localization.language().code;
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? subscribePush(call, { language, withWords }) : unsubscribePush(call)),
    onSuccess: (_answer, on) => useNotices.setState({ whenClosed: on }),
    onError: () => notifyError(t('hours.notices.closedFailed'), t('hours.notices.closedFailedMore')),
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
