import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from '#renderer/components/browser-notices.ts';
import { localization } from '#renderer/language/i18n.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';

/**
 * Keeps the subscription for notifications of the closed browser as this device wishes: browsers and push services end
 * one now and then, and whoever signs in again has a new device.
 */
export function usePush(): void {
  const { call } = useConsole();
  const { isOn, withWords, whenClosed } = useNotices();
  // The language of the notifications follows the window's.
  useTranslation();
  const language = localization.language().code;
  useEffect(() => {
    if (!whenClosed) return;
    const keep = async (): Promise<void> => {
      const { canBePushed, subscribePush, unsubscribePush } = await import('#renderer/rpc/push.ts');
      if (!canBePushed()) return;
      const isWanted = isOn && Notification.permission === 'granted';
      await (isWanted ? subscribePush(call, { language, withWords }) : unsubscribePush(call));
    };
    // It is tried again at the next start; until then the open page notifies.
    keep().catch(() => undefined);
  }, [call, isOn, language, whenClosed, withWords]);
}
