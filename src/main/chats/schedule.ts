import { randomUUID } from 'node:crypto';
import type { EngineContext } from '#main/store/store.ts';
import type { ScheduleChange } from '#main/store/messages/schedule.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Announce } from './chats.ts';

/** Longest milliseconds between looks at the wall clock: computers sleep, and people set clocks. */
const MAX_WAIT = 30_000;

/** Snoozed chats and scheduled replies. */
export type Schedule = ReturnType<typeof createSchedule>;

export interface ScheduleOptions extends Pick<EngineContext, 'store' | 'clock' | 'log' | 'touch'> {
  readonly announce: Announce;
  /** the listener's public address */
  readonly publicAddress: () => string;
}

/** One timer for everything scheduled, by the wall clock; none while nothing is. */
export function createSchedule({ store, clock, log, touch, announce, publicAddress }: ScheduleOptions) {
  let cancelTimer = (): void => undefined;
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  const report = (change: ScheduleChange): Chat => {
    const { chat, scheduled, unscheduled } = change;
    if (scheduled !== undefined || unscheduled !== undefined) touch('replies', { chatId: chat.id });
    return announce(change);
  };
  const runDue = async (): Promise<void> => {
    const due = await store.read('nextDue');
    if (due === undefined || due > clock.wall()) return;
    const now = { at: clock.wall(), publicUrl: withoutSlashes(publicAddress()) };
    const { sent, woken } = await store.write('runDue', now);
    for (const change of sent) report(change);
    for (const change of woken) announce(change);
  };
  const scheduleCheck = async (): Promise<void> => {
    const due = await store.read('nextDue');
    if (due === undefined || isStopped) return;
    cancelTimer();
    cancelTimer = clock.after(Math.min(MAX_WAIT, Math.max(1, due - clock.wall())), () => void check());
  };
  const check = (): Promise<void> => {
    cancelTimer();
    if (isStopped || store.readOnly) return turn;
    turn = turn
      .then(runDue)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'what is due could not be done');
        cancelTimer = clock.after(MAX_WAIT, () => void check());
        throw error;
      })
      .then(scheduleCheck)
      .catch(() => undefined);
    return turn;
  };
  const thenCheck = <T>(result: T): T => {
    void check();
    return result;
  };

  return {
    /** Coded errors: not_found, chat_closed, chat_taken */
    snooze: async (operatorId: string, { chatId, until }: ParsedInput<'chats.snooze'>) =>
      thenCheck(announce(await store.write('snoozeChat', { chatId, operatorId, until, at: clock.wall() }))),
    /** Coded error: not_found */
    unsnooze: async (operatorId: string, chatId: string) =>
      announce(await store.write('unsnoozeChat', { chatId, operatorId, at: clock.wall() })),
    /** Coded errors: invalid_input, also if there are too many; not_found, chat_closed, chat_taken */
    schedule: async (
      operatorId: string,
      { chatId, text, sendAt, clientId = randomUUID() }: ParsedInput<'replies.schedule'>,
    ) => {
      const reason = phrase('errors:refusals.write.first');
      if (text.trim() === '') throw new ContractError('invalid_input', reason, [{ path: 'text', reason }]);
      const reply = { chatId, operatorId, text: text.toWellFormed(), sendAt, clientId, at: clock.wall() };
      const change = await store.write('scheduleReply', reply);
      return thenCheck({ chat: report(change), replies: [...change.replies] });
    },
    /** Coded error: not_found */
    cancel: async (replyId: string) => {
      const change = await store.write('cancelReply', { replyId });
      report(change);
      return change.reply;
    },
    /** checks now: at the start, handles what became due while the host was off; resolves when done, never rejects */
    check,
    stop: async () => {
      isStopped = true;
      cancelTimer();
      await turn;
    },
  };
}
