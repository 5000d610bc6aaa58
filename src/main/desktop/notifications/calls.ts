import type { Logger } from 'pino';
import type { Events } from '#shared/contract/events.ts';
import type { AlertReason } from '#shared/domain/alerts.ts';
import type { Chat } from '#shared/domain/entities.ts';
import {
  nextCalls,
  NO_CALLS,
  postpone,
  unlistedChats,
  withAllChats,
  withChat,
  withDismissed,
  withMessage,
  withoutCaller,
  type CallState,
  type CallKind,
  type CallNotice,
} from '#shared/domain/call-policy.ts';
import type { Clock } from '#main/clock/clock.ts';
import { notificationText, groupText } from './notice-text.ts';
import type { NotificationWindows } from './announcer.ts';
import type { Preferences } from '../preferences.ts';
import type { DesktopPreferences } from '#shared/contract/desktop.ts';
import type { ShopPresenter } from './notifications.ts';

/** Whether the owner wants this kind of notification. */
export function isWanted(reason: AlertReason, { notifications }: DesktopPreferences): boolean {
  return notifications[reason === 'assigned' ? 'ownChat' : reason];
}

/** Whether notifications are paused at `now`, wall clock. */
export function isPaused({ pausedUntil }: DesktopPreferences, now: number): boolean {
  return pausedUntil !== null && now < pausedUntil;
}

export interface CallOptions {
  readonly presenter: ShopPresenter;
  readonly operatorId: string;
  readonly preferences: Preferences;
  readonly isReading: (chatId: string) => boolean;
  /** whether nothing may call the operator now, such as in their quiet hours */
  readonly isHeld: () => boolean;
  readonly windows: Pick<NotificationWindows, 'callAttention' | 'isWatched' | 'ring'>;
  readonly clock: Clock;
  readonly log: Logger;
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
  const to = { operatorId, wants: (reason: AlertReason) => isWanted(reason, preferences.current()) };
  let calling = NO_CALLS;
  let cancelTimer = (): void => undefined;
  /** what is on screen */
  const shown = new Map<CallKind, CallNotice & { readonly key: string }>();

  const withdraw = (kind: CallKind): void => {
    const notice = shown.get(kind);
    if (notice === undefined) return;
    shown.delete(kind);
    presenter.withdraw(notice.key);
  };
  const change = (next: CallState): void => {
    if (next === calling) return;
    calling = next;
    for (const { kind, alerts } of [...shown.values()])
      if (!alerts.some(({ chat }) => calling.callers.some((each) => each.kind === kind && each.chatId === chat.id)))
        withdraw(kind);
    cancelTimer();
    if (calling.dueAt !== undefined)
      cancelTimer = clock.after(calling.dueAt - clock.monotonic(), () => void announce());
    if (calling.callers.length === 0) windows.callAttention(false);
  };

  const announce = async (): Promise<void> => {
    const { dueAt } = calling;
    if (isPaused(preferences.current(), clock.wall()) || isHeld() || (await presenter.isSilenced()))
      return change(postpone(calling, clock.monotonic()));
    // Heeded or called again during the request to the system.
    if (calling.dueAt !== dueAt) return;
    const read = calling.callers.filter(({ chatId }) => isReading(chatId));
    change(read.reduce((left, { chatId, kind }) => withoutCaller(left, chatId, kind), calling));
    const { sound, repeat } = preferences.current().notifications;
    const { calling: next, out } = nextCalls(calling, {
      now: clock.monotonic(),
      isWatched: windows.isWatched(),
      repeats: repeat,
    });
    change(next);
    if (!out.rings) return;
    windows.callAttention(true);
    if (out.notices.length === 0 && sound) windows.ring();
    for (const [index, notice] of out.notices.entries()) void show(notice, sound && index === 0);
  };
  const show = async (notice: CallNotice, sound: boolean): Promise<void> => {
    const [only, ...others] = notice.alerts;
    if (only === undefined) return;
    const isOne = others.length === 0;
    const key = isOne ? noticeKey(only.chat.id, notice.kind) : notice.kind;
    if (shown.get(notice.kind)?.key !== key) withdraw(notice.kind);
    shown.set(notice.kind, { ...notice, key });
    const words = isOne
      ? notificationText(only, operatorId, notice.isRepeat)
      : groupText(
          notice.kind,
          notice.alerts.map(({ chat }) => chat),
          notice.isRepeat,
        );
    const { shown: isShown } = await presenter.show({
      key,
      ...words,
      sound,
      answerable: isOne && notice.kind === 'waiting',
    });
    if (!isShown) log.warn({ key }, 'a notification was not shown');
  };
  const findByKey = (key: string): (CallNotice & { readonly key: string }) | undefined =>
    [...shown.values()].find((each) => each.key === key);

  return {
    /** a message was added to the chat, or its delivery changed */
    hear: (heard: Events['message.added']): void => change(withMessage(calling, heard, to, clock.monotonic())),
    /** a chat changed */
    see: (chat: Chat): void => change(withChat(calling, chat, to, clock.monotonic())),
    /** these are all that need the operator */
    seeAll: (needing: readonly Chat[]): void => change(withAllChats(calling, needing, to, clock.monotonic())),
    /** chats that call but are not in this list */
    unlisted: (listed: readonly Chat[]): readonly string[] => unlistedChats(calling, listed),
    /** the chat is gone */
    forget: (chatId: string): void => change(withoutCaller(calling, chatId)),
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
      change(withDismissed(calling, notice));
    },
    /** the inbox is in front: nothing may cover it */
    clear: (): void => [...shown.keys()].forEach(withdraw),
    stop: (): void => change(NO_CALLS),
  };
}
