import type { Alert } from './alerts.ts';
import {
  type Called,
  type CallNotice,
  type CallResult,
  type CallState,
  nextCalls,
  NO_CALLS,
  postpone,
  unlistedChats,
  withAllChats,
  withChat,
  withDismissed,
  withMessage,
  withoutCaller,
} from './call-policy.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';

type CallMode = Omit<Parameters<typeof nextCalls>[1], 'now'>;

export interface CallsOptions {
  readonly clock: {
    /** monotonic milliseconds */
    readonly monotonic: () => number;
    /** runs once after `delay` milliseconds; returns how to cancel it */
    readonly after: (delay: number, run: () => void) => () => void;
  };
  readonly to: () => Called;
  /** calls dismissed before */
  readonly dismissed?: CallState['dismissed'];
  /** asked when calls are due; undefined: none may be made now */
  readonly mode: () => CallMode | undefined | Promise<CallMode | undefined>;
  readonly call: (out: CallResult) => void;
  readonly onChange: (now: CallState, before: CallState) => void;
}

/** Calls one operator by the call policy, when it is due. */
export function startCalls({ clock, to, dismissed = [], mode, call, onChange }: CallsOptions) {
  let calling: CallState = { ...NO_CALLS, dismissed };
  let cancelTimer = (): void => undefined;
  let stops = 0;

  const change = (next: CallState): void => {
    const before = calling;
    calling = next;
    onChange(next, before);
    cancelTimer();
    const { dueAt } = calling;
    if (dueAt !== undefined) cancelTimer = clock.after(dueAt - clock.monotonic(), () => void announce(dueAt));
  };
  const announce = async (dueAt: number): Promise<void> => {
    const before = stops;
    const current = await mode();
    // Heeded, called again or stopped meanwhile.
    if (calling.dueAt !== dueAt || stops !== before) return;
    const now = clock.monotonic();
    if (current === undefined) return change(postpone(calling, now));
    const { calling: next, out } = nextCalls(calling, { ...current, now });
    change(next);
    if (out.rings) call(out);
  };

  return {
    current: (): CallState => calling,
    /** a message was added to the chat, or its delivery changed */
    hear: (heard: Pick<Alert, 'chat'> & { readonly message: Message }): void =>
      change(withMessage(calling, heard, to(), clock.monotonic())),
    /** a chat changed */
    see: (chat: Chat): void => change(withChat(calling, chat, to(), clock.monotonic())),
    /** these are all that need the operator */
    seeAll: (needing: readonly Chat[]): void => change(withAllChats(calling, needing, to(), clock.monotonic())),
    /** chats that call but are not in this list */
    unlisted: (listed: readonly Chat[]): readonly string[] => unlistedChats(calling, listed),
    /** the chat is read, or gone */
    forget: (chatId: string): void => change(withoutCaller(calling, chatId)),
    /** the operator dismissed a notification */
    dismiss: (notice: Pick<CallNotice, 'kind' | 'alerts'>): void => change(withDismissed(calling, notice)),
    /** calls no more, until something happens */
    stop: (): void => {
      stops += 1;
      cancelTimer();
    },
  };
}
