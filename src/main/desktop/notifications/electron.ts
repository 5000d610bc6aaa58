import { Notification } from 'electron';
import type { Clock } from '#main/clock/clock.ts';
import { t } from '../texts.ts';
import { phrase, foreignText } from '#shared/locales/phrase.ts';
import type { NotificationPresenter, PresenterOptions, Shown } from './notifications.ts';

/** Milliseconds without a result until a notification counts as swallowed by the system. */
const SHOW_TIMEOUT = 5000;

type ElectronPresenterOptions = PresenterOptions & { readonly clock: Clock };

/** Notifications of macOS and Windows, with a reply field. Those shown before a restart still work. */
export function createElectronPresenter(options: ElectronPresenterOptions): NotificationPresenter {
  const shown = new Map<string, Notification>();
  // Windows reports their use twice: by the notification and by the app's activation.
  const ofThisRun = new Set<string>();
  if (Notification.isSupported()) listenToEarlier(shown, ofThisRun, options);

  return {
    show: async (notice) => {
      if (!Notification.isSupported())
        return { shown: false, blockedBy: 'unsupported', detail: phrase('errors:computer.notification.none') };
      withdraw(shown, notice.key);
      const made = new Notification({
        id: notice.key,
        groupId: notice.key,
        title: notice.title,
        body: notice.body,
        silent: !notice.sound,
        ...(notice.answerable && { hasReply: true, replyPlaceholder: t('desktop:notifications.replyPlaceholder') }),
      });
      shown.set(notice.key, made);
      ofThisRun.add(notice.key);
      listenTo(made, notice.key, options);
      return outcome(made, options.clock);
    },
    withdraw: (key) => withdraw(shown, key),
    // Neither system reports it; both silence notifications themselves.
    isSilenced: async () => false,
    stop: async () => {
      for (const each of shown.values()) each.removeAllListeners();
      shown.clear();
    },
  };
}

function withdraw(shown: Map<string, Notification>, key: string): void {
  const earlier = shown.get(key);
  if (earlier === undefined) return;
  shown.delete(key);
  earlier.removeAllListeners();
  earlier.close();
}

function listenTo(notification: Notification, key: string, { onUse }: ElectronPresenterOptions): void {
  notification.on('click', () => onUse(key, { kind: 'open' }));
  notification.on('action', () => onUse(key, { kind: 'answer' }));
  // macOS reports only dismissals by the user; Windows gives the reason.
  notification.on('close', ({ reason = 'userCanceled' }) => {
    if (reason === 'userCanceled') onUse(key, { kind: 'dismiss' });
  });
  // Windows has delivered a reply twice; send it once.
  notification.once('reply', (event, text) => onUse(key, { kind: 'reply', text: event.reply ?? text }));
}

function outcome(notification: Notification, clock: Clock): Promise<Shown> {
  return new Promise((resolve) => {
    const cancelTimeout = clock.after(SHOW_TIMEOUT, () =>
      resolve({ shown: false, blockedBy: 'system', detail: phrase('errors:computer.notification.notShown') }),
    );
    const settle = (shown: Shown): void => {
      cancelTimeout();
      resolve(shown);
    };
    notification.once('show', () => settle({ shown: true }));
    notification.once('failed', (_event, error) =>
      settle({ shown: false, blockedBy: 'system', detail: foreignText(error) }),
    );
    notification.show();
  });
}

/** macOS lists notifications still on screen; Windows restarts the app and reports what was done. */
function listenToEarlier(
  shown: Map<string, Notification>,
  ofThisRun: ReadonlySet<string>,
  options: ElectronPresenterOptions,
): void {
  if (process.platform === 'darwin' && 'getHistory' in Notification) {
    void Notification.getHistory().then(
      (earlier) => {
        for (const each of earlier) {
          if (shown.has(each.id)) continue;
          shown.set(each.id, each);
          listenTo(each, each.id, options);
        }
      },
      () => undefined,
    );
  }
  if (process.platform === 'win32' && 'handleActivation' in Notification) {
    Notification.handleActivation(({ type, arguments: text, reply }) => {
      const key = /\btag=([\w-]+)/.exec(text)?.[1] ?? '';
      if (ofThisRun.has(key)) return;
      options.onUse(key, type === 'reply' && reply !== undefined ? { kind: 'reply', text: reply } : { kind: 'open' });
    });
  }
}
