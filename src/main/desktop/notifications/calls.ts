import type { Logger } from 'pino';
import type { Chat, LastMessage } from '#shared/domain/entities.ts';
import type { ChatEvent, Message } from '#shared/domain/message.ts';
import { repeatDelay, hasSeen, needOf, type Need } from '#shared/domain/needs-person.ts';
import type { Clock } from '#main/clock/clock.ts';
import { notificationWords, togetherWords, type NotificationWords } from './notice-text.ts';
import type { NotificationWindows } from './announcer.ts';
import type { Preferences } from '../preferences.ts';
import type { DesktopPreferences } from '#shared/contract/desktop.ts';
import type { NotificationPresenter } from './notifications.ts';

/** Why an operator is called: the names are those of the preferences that switch them off; a chat that a colleague gave them is their own. */
export type AttentionReason = Need | 'failedReply' | 'assigned';

/** Something an operator should hear of. */
export interface Attention {
  readonly reason: AttentionReason;
  readonly message: LastMessage & { readonly chatId: string; readonly event?: ChatEvent | undefined };
  /** as it is after the message */
  readonly chat: Chat;
}

/** Why a message that was added calls this operator; `chat` is as it is after it. Undefined: it deserves no notification. */
export function reasonOf(message: Message, chat: Chat, operatorId: string): AttentionReason | undefined {
  if (message.event?.kind === 'asked_for_person') return 'askedForPerson';
  if (message.event?.kind === 'assigned')
    return message.event.toOperatorId === operatorId && chat.operatorId === operatorId ? 'assigned' : undefined;
  const joinsQueue = message.event?.kind === 'handed_over' || message.event?.kind === 'operator_removed';
  if (message.from !== 'customer' && !joinsQueue) return undefined;
  return needOf(chat, operatorId);
}

/** Whether a call has been heeded, or is none any more: the operator looked at the chat, or somebody answered, took or closed it. */
export function isHeeded(reason: AttentionReason, chat: Chat, operatorId: string): boolean {
  if (chat.state === 'closed') return true;
  if (reason === 'failedReply') return !chat.hasFailed;
  if (hasSeen(chat, operatorId)) return true;
  // Who was given a chat that is answered so far has yet to learn of it.
  return reason === 'assigned' ? chat.operatorId !== operatorId : needOf(chat, operatorId) !== reason;
}

/** Whether the owner wants to hear of this at all. */
export function isWanted(reason: AttentionReason, { notifications }: DesktopPreferences): boolean {
  return notifications[reason === 'assigned' ? 'ownChat' : reason];
}

/** Whether notifications are paused at `now`, wall clock. */
export function isPaused({ pausedUntil }: DesktopPreferences, now: number): boolean {
  return pausedUntil !== null && now < pausedUntil;
}

/** Milliseconds after which it is asked again whether the system shows notifications. */
const QUIET_CHECK = 30_000;

export interface CallOptions {
  readonly presenter: NotificationPresenter;
  readonly operatorId: string;
  readonly preferences: Preferences;
  readonly isReading: (chatId: string) => boolean;
  readonly windows: Pick<NotificationWindows, 'callAttention'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Calls the operator to chats: one notification a chat, made again until somebody opens it. */
export interface Calls {
  readonly make: (attention: Attention) => void;
  /** to all of them by one notification; `isMore`: there are more than these */
  readonly makeTogether: (attentions: readonly Attention[], isMore: boolean) => void;
  /** a chat changed: a call to it may have been heeded */
  readonly see: (chat: Chat) => void;
  /** the chats to which the operator is called now */
  readonly chatIds: () => readonly string[];
  /** the chat is gone */
  readonly forget: (chatId: string) => void;
  /** the call whose notification has this key */
  readonly withdraw: (key: string) => void;
  readonly stop: () => void;
}

interface Call {
  /** of its notification */
  readonly key: string;
  /** by the chat's id; never empty while it is made */
  readonly subjects: Map<string, Attention>;
  /** there are more chats than these */
  readonly isMore: boolean;
  /** how often it was made before */
  times: number;
  /** calls off the next time */
  callOff: () => void;
}

/** The key of a chat's notification; also known to the system after a restart. */
export function noticeKey(chatId: string): string {
  return `chat-${chatId}`;
}

/** The key of the notification for several chats at once. */
const TOGETHER_KEY = 'waiting';

export function createCalls(options: CallOptions): Calls {
  const { presenter, operatorId, preferences, isReading, windows, clock, log } = options;
  const calls = new Map<string, Call>();

  const withdraw = (key: string): void => {
    const call = calls.get(key);
    if (call === undefined) return;
    call.callOff();
    calls.delete(key);
    presenter.withdraw(key);
    if (calls.size === 0) windows.callAttention(false);
  };

  const forget = (call: Call, chatId: string): void => {
    if (call.subjects.delete(chatId) && call.subjects.size === 0) withdraw(call.key);
  };
  const isCurrent = (call: Call): boolean => calls.get(call.key) === call;
  const later = (call: Call, delay: number): void => {
    call.callOff = clock.after(delay, () => void speak(call));
  };
  const begin = (key: string, subjects: readonly Attention[], isMore: boolean, times = 0): void => {
    calls.get(key)?.callOff();
    const call: Call = {
      key,
      subjects: new Map(subjects.map((each) => [each.chat.id, each])),
      isMore,
      times,
      callOff: () => undefined,
    };
    calls.set(key, call);
    void speak(call);
  };

  const speak = async (call: Call): Promise<void> => {
    for (const chatId of [...call.subjects.keys()]) if (isReading(chatId)) forget(call, chatId);
    if (!isCurrent(call)) return;
    if (isPaused(preferences.current(), clock.wall()) || (await presenter.isSilenced())) {
      if (isCurrent(call)) later(call, QUIET_CHECK);
      return;
    }
    // Heeded, or replaced by a newer one, while the system was asked.
    if (!isCurrent(call)) return;
    const [only, ...others] = [...call.subjects.values()];
    if (call.key === TOGETHER_KEY && only !== undefined && others.length === 0) {
      withdraw(call.key);
      return begin(noticeKey(only.chat.id), [only], false, call.times);
    }
    const { sound, repeat } = preferences.current().notifications;
    const words = wordsOf(call, operatorId);
    call.times += 1;
    if (repeat) later(call, repeatDelay(call.times));
    windows.callAttention(true);
    const { shown } = await presenter.show({ key: call.key, ...words, sound, answerable: call.key !== TOGETHER_KEY });
    if (!shown) log.warn({ key: call.key }, 'a notification was not shown');
  };

  const wanted = (attention: Attention): boolean => isWanted(attention.reason, preferences.current());
  const make: Calls['make'] = (attention) => {
    if (!wanted(attention)) return;
    const together = calls.get(TOGETHER_KEY);
    if (together !== undefined) forget(together, attention.chat.id);
    begin(noticeKey(attention.chat.id), [attention], false);
  };

  return {
    make,
    makeTogether: (attentions, isMore) => {
      // Those that have written meanwhile have a call of their own.
      const uncalled = attentions.filter((each) => wanted(each) && !calls.has(noticeKey(each.chat.id)));
      const [only, ...others] = uncalled;
      if (only === undefined) return;
      if (others.length === 0) make(only);
      else begin(TOGETHER_KEY, uncalled, isMore);
    },
    see: (chat) => {
      for (const call of [...calls.values()]) {
        const subject = call.subjects.get(chat.id);
        if (subject !== undefined && isHeeded(subject.reason, chat, operatorId)) forget(call, chat.id);
      }
    },
    chatIds: () => [...calls.values()].flatMap(({ subjects }) => [...subjects.keys()]),
    forget: (chatId) => {
      for (const call of [...calls.values()]) forget(call, chatId);
    },
    withdraw,
    stop: () => {
      for (const key of [...calls.keys()]) withdraw(key);
    },
  };
}

function wordsOf({ subjects, isMore, times }: Call, operatorId: string): NotificationWords {
  const [only, ...others] = [...subjects.values()];
  if (only !== undefined && others.length === 0) return notificationWords(only, operatorId, times > 0);
  return togetherWords(
    [...subjects.values()].map(({ chat }) => chat),
    isMore,
    times > 0,
  );
}
