import type { Logger } from 'pino';
import type { Chat, Message } from '#shared/domain/entities.ts';
import type { Clock } from '#main/clock/clock.ts';
import { isHeeded, isPaused, isWanted, repeatDelay, type Attention, type AttentionReason } from './attention.ts';
import { notificationWords } from './notification-words.ts';
import type { NotificationPresenter } from './notification-presenter.ts';
import type { Preferences } from './preferences.ts';

/** Milliseconds after which it is asked again whether the system shows notifications. */
const QUIET_CHECK = 30_000;

export interface CallOptions {
  readonly presenter: NotificationPresenter;
  readonly operatorId: string;
  readonly preferences: Preferences;
  readonly isReading: (chatId: string) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Calls the operator to chats: one notification a chat, made again until somebody opens it. */
export interface Calls {
  /** `chat` as it is after what happened */
  readonly make: (attention: Attention & { readonly chat: Chat }) => void;
  /** a chat changed: a call to it may have been heeded */
  readonly see: (chat: Chat) => void;
  readonly withdraw: (chatId: string) => void;
  readonly stop: () => void;
}

interface Call {
  readonly reason: AttentionReason;
  readonly unread: number;
  readonly message: Message;
  readonly chat: Chat;
  /** how often this customer was announced before, whatever for */
  times: number;
  /** calls off the next time */
  callOff: () => void;
}

/** The key of a chat's notification; also known to the system after a restart. */
export function noticeKey(chatId: string): string {
  return `chat-${chatId}`;
}

export function createCalls(options: CallOptions): Calls {
  const { presenter, operatorId, preferences, isReading, clock, log } = options;
  const calls = new Map<string, Call>();

  const withdraw = (chatId: string): void => {
    const call = calls.get(chatId);
    if (call === undefined) return;
    call.callOff();
    calls.delete(chatId);
    presenter.withdraw(noticeKey(chatId));
  };

  const isCurrent = (call: Call): boolean => calls.get(call.chat.id) === call;
  const later = (call: Call, delay: number): void => {
    call.callOff = clock.after(delay, () => void speak(call));
  };

  const speak = async (call: Call): Promise<void> => {
    if (isReading(call.chat.id)) return withdraw(call.chat.id);
    if (isPaused(preferences.current(), clock.wall()) || (await presenter.silencedBy()) !== undefined) {
      if (isCurrent(call)) later(call, QUIET_CHECK);
      return;
    }
    // Heeded, or replaced by a newer one, while the system was asked.
    if (!isCurrent(call)) return;
    const { sound, repeat } = preferences.current().notifications;
    const words = notificationWords(call.reason, call.message, call.chat, call.times > 0);
    call.times += 1;
    if (repeat) later(call, repeatDelay(call.times));
    const { shown } = await presenter.show({ key: noticeKey(call.chat.id), ...words, sound, answerable: true });
    if (!shown) log.warn({ chatId: call.chat.id, reason: call.reason }, 'a notification was not shown');
  };

  return {
    make: ({ reason, message, chat }) => {
      if (!isWanted(reason, preferences.current())) return;
      calls.get(chat.id)?.callOff();
      const call: Call = { reason, unread: chat.unread, message, chat, times: 0, callOff: () => undefined };
      calls.set(chat.id, call);
      void speak(call);
    },
    see: (chat) => {
      const call = calls.get(chat.id);
      if (call !== undefined && isHeeded(call, chat, operatorId)) withdraw(chat.id);
    },
    withdraw,
    stop: () => {
      for (const chatId of [...calls.keys()]) withdraw(chatId);
    },
  };
}
