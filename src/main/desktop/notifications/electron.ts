import { Notification } from 'electron';
import type { Clock } from '#main/clock/clock.ts';
import { t } from '../texts.ts';
import { phrase, foreignText, type Phrase } from '#shared/locales/phrase.ts';
import type { NotificationPresenter, PresenterOptions, Shown } from './notice.ts';

/** Milliseconds without a result until a notification counts as swallowed by the system. */
const SHOW_TIMEOUT = 5000;

/** Notifications of macOS and Windows, with a reply field. Those shown before a restart still work. */
export function createElectronPresenter({
  onUse,
  clock,
}: PresenterOptions & { readonly clock: Clock }): NotificationPresenter {
  const shown = new Map<string, Notification>();
  // Windows reports their use twice: by the notification and by the app's activation.
  const ofThisRun = new Set<string>();

  const withdraw = (key: string): void => {
    const earlier = shown.get(key);
    shown.delete(key);
    earlier?.removeAllListeners();
    earlier?.close();
  };
  const listenTo = (notification: Notification, key: string): void => {
    shown.set(key, notification);
    notification.on('click', () => onUse(key, { kind: 'open' }));
    notification.on('action', () => onUse(key, { kind: 'answer' }));
    // macOS reports only dismissals by the user; Windows gives the reason.
    notification.on('close', ({ reason = 'userCanceled' }) => {
      if (reason === 'userCanceled') onUse(key, { kind: 'dismiss' });
    });
    // Windows has delivered a reply twice; send it once.
    notification.once('reply', (event, text) => onUse(key, { kind: 'reply', text: event.reply ?? text }));
  };
  if (Notification.isSupported()) {
    // macOS lists notifications still on screen.
    if (process.platform === 'darwin' && 'getHistory' in Notification)
      void Notification.getHistory().then(
        (earlier) => {
          for (const notification of earlier) if (!shown.has(notification.id)) listenTo(notification, notification.id);
        },
        () => undefined,
      );
    // Windows restarts the app and reports what was done.
    if (process.platform === 'win32' && 'handleActivation' in Notification)
      Notification.handleActivation(({ type, arguments: text, reply }) => {
        const key = /\btag=([\w-]+)/.exec(text)?.[1] ?? '';
        if (ofThisRun.has(key)) return;
        onUse(key, type === 'reply' && reply !== undefined ? { kind: 'reply', text: reply } : { kind: 'open' });
      });
  }

  return {
    show: async ({ key, title, body, sound, answerable }) => {
      if (!Notification.isSupported())
        return { shown: false, blockedBy: 'unsupported', detail: phrase('errors:computer.notification.none') };
      withdraw(key);
      const made = new Notification({
        id: key,
        groupId: key,
        title,
        body,
        silent: !sound,
        ...(answerable && { hasReply: true, replyPlaceholder: t('desktop:notifications.replyPlaceholder') }),
      });
      ofThisRun.add(key);
      listenTo(made, key);
      return outcome(made, clock);
    },
    withdraw,
    // Neither system reports it; both silence notifications themselves.
    isSilenced: async () => false,
    stop: async () => {
      for (const notification of shown.values()) notification.removeAllListeners();
      shown.clear();
    },
  };
}

function outcome(notification: Notification, clock: Clock): Promise<Shown> {
  const { promise, resolve } = Promise.withResolvers<Shown>();
  const fail = (detail: Phrase): void => resolve({ shown: false, blockedBy: 'system', detail });
  const cancelTimeout = clock.after(SHOW_TIMEOUT, () => fail(phrase('errors:computer.notification.notShown')));
  notification.once('show', () => resolve({ shown: true }));
  notification.once('failed', (_event, error) => fail(foreignText(error)));
  notification.show();
  return promise.finally(cancelTimeout);
}
