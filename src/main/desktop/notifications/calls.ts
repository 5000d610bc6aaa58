import type { AlertReason } from '#shared/domain/alerts.ts';
import type { CallNotice } from '#shared/domain/call-policy.ts';
import type { CallKind } from '#shared/domain/alerts.ts';
import { startCalls } from '#shared/domain/calls.ts';
import { callText } from './notice-text.ts';
import type { AnnouncerOptions, NotificationWindows } from './announcing.ts';
import { isPaused } from './notice.ts';
import type { OwnEngine } from '../ask-engine.ts';
import type { DesktopPreferences } from '#shared/contract/desktop.ts';

/** Looks up the owner's preference for this kind of notification. */
export function isWanted(reason: AlertReason, { notifications }: DesktopPreferences): boolean {
  return notifications[reason === 'assigned' || reason === 'mentioned' ? 'ownChat' : reason];
}

export interface CallOptions extends Omit<AnnouncerOptions, keyof OwnEngine | 'windows'> {
  /** true while nothing may call the operator, such as in their quiet hours */
  readonly isHeld: () => boolean;
  readonly windows: Pick<NotificationWindows, 'callAttention' | 'isWatched' | 'ring'>;
}

/** The key of a chat's notification, which the system still knows after a restart. */
export function noticeKey(chatId: string, kind: CallKind = 'waiting'): string {
  return kind === 'waiting' ? `chat-${chatId}` : `failed-${chatId}`;
}

/** The chat of a notification, even one of an earlier run; undefined: several, or something else. */
export function chatOfKey(key: string): string | undefined {
  return /^(?:chat|failed)-(\d+)$/.exec(key)?.[1];
}

/** Calls the operator to chats by the call policy (`shared/domain/call-policy`) until somebody opens them. */
export function createCalls(options: CallOptions) {
  const { presenter, operatorId, preferences, isReading, isHeld, windows, clock, log } = options;
  /** notifications on screen */
  const shown = new Map<CallKind, CallNotice & { readonly key: string }>();

  const withdraw = (kind: CallKind): void => {
    const notice = shown.get(kind);
    if (notice === undefined) return;
    shown.delete(kind);
    presenter.withdraw(notice.key);
  };
  const calls = startCalls({
    clock,
    to: () => ({ operatorId, wants: (reason) => isWanted(reason, preferences.current()) }),
    mode: async () => {
      if (isPaused(preferences.current(), clock.wall()) || isHeld() || (await presenter.isSilenced())) return undefined;
      for (const { chatId } of calls.current().callers) if (isReading(chatId)) calls.forget(chatId);
      return { isWatched: windows.isWatched(), repeats: preferences.current().notifications.repeat };
    },
    call: ({ notices }) => {
      const { sound } = preferences.current().notifications;
      windows.callAttention(true);
      if (notices.length === 0 && sound) windows.ring();
      for (const [index, notice] of notices.entries()) void show(notice, sound && index === 0);
    },
    onChange: (now, before) => {
      if (now === before) return;
      for (const { kind, alerts } of [...shown.values()])
        if (!alerts.some(({ chat }) => now.callers.some((caller) => caller.kind === kind && caller.chatId === chat.id)))
          withdraw(kind);
      if (now.callers.length === 0) windows.callAttention(false);
    },
  });
  const show = async (notice: CallNotice, sound: boolean): Promise<void> => {
    const [first, ...others] = notice.alerts;
    const words = callText(notice.alerts, { operatorId, isRepeat: notice.isRepeat, withWords: true });
    if (first === undefined || words === undefined) return;
    const isOne = others.length === 0;
    const key = isOne ? noticeKey(first.chat.id, notice.kind) : notice.kind;
    if (shown.get(notice.kind)?.key !== key) withdraw(notice.kind);
    shown.set(notice.kind, { ...notice, key });
    // An answer would be for the customer.
    const answerable = isOne && notice.kind === 'waiting' && first.reason !== 'mentioned';
    const { shown: isShown } = await presenter.show({ key, ...words, sound, answerable });
    if (!isShown) log.warn({ key }, 'a notification was not shown');
  };
  const findByKey = (key: string): (CallNotice & { readonly key: string }) | undefined =>
    [...shown.values()].find((notice) => notice.key === key);

  /** the inbox is in front: nothing may cover it */
  const clear = (): void => [...shown.keys()].forEach(withdraw);

  return {
    ...calls,
    /** the notification with this key was used: returns its chat, or the first of its chats */
    take: (key: string): string | undefined => {
      const notice = findByKey(key);
      if (notice !== undefined) withdraw(notice.kind);
      return notice?.alerts[0]?.chat.id ?? chatOfKey(key);
    },
    /** the notification with this key was dismissed by the user */
    dismiss: (key: string): void => {
      const notice = findByKey(key);
      if (notice === undefined) return;
      shown.delete(notice.kind);
      calls.dismiss(notice);
    },
    clear,
    stop: (): void => {
      calls.stop();
      clear();
      windows.callAttention(false);
    },
  };
}
