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

/** Reads chats as they are now. */
export interface CallReader {
  /** those that need the operator, or the first of them */
  readonly list: () => Promise<{ readonly chats: readonly Chat[]; readonly nextCursor?: string | undefined }>;
  /** undefined: it is gone */
  readonly get: (chatId: string) => Promise<Chat | undefined>;
}

/** Calls one operator by the call policy, when it is due. */
export function startCalls({ clock, to, dismissed = [], mode, call, onChange }: CallsOptions) {
  let calling: CallState = { ...NO_CALLS, dismissed };
  let cancelTimer = (): void => undefined;
  let stops = 0;
  /** of each read under way: the chats heard of since it began */
  const reads = new Set<Set<string>>();

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

  const heard = (chatId: string): void => reads.forEach((since) => since.add(chatId));
  const see = (chat: Chat): void => change(withChat(calling, chat, to(), clock.monotonic()));
  const forget = (chatId: string): void => change(withoutCaller(calling, chatId));
  const reading = async <T>(read: () => Promise<T>): Promise<{ readonly answer: T; readonly newer: Set<string> }> => {
    const newer = new Set<string>();
    reads.add(newer);
    try {
      return { answer: await read(), newer };
    } finally {
      reads.delete(newer);
    }
  };

  return {
    current: (): CallState => calling,
    /** a message was added to the chat, or its delivery changed */
    hear: (news: Pick<Alert, 'chat'> & { readonly message: Message }): void => {
      heard(news.chat.id);
      change(withMessage(calling, news, to(), clock.monotonic()));
    },
    /** a chat changed */
    see: (chat: Chat): void => {
      heard(chat.id);
      see(chat);
    },
    /** these are all that need the operator */
    seeAll: (needing: readonly Chat[]): void => change(withAllChats(calling, needing, to(), clock.monotonic())),
    /** Reads who needs the operator. What is heard of a chat meanwhile is newer than what was read of it. */
    load: async ({ list, get }: CallReader): Promise<void> => {
      const before = stops;
      const { answer: page, newer } = await reading(list);
      if (stops !== before) return;
      const older = page.chats.filter(({ id }) => !newer.has(id));
      if (page.nextCursor === undefined) change(withAllChats(calling, older, to(), clock.monotonic(), newer));
      else older.forEach(see);
      for (const chatId of unlistedChats(calling, page.chats)) {
        if (newer.has(chatId)) continue;
        const { answer: chat, newer: since } = await reading(() => get(chatId));
        if (stops !== before) return;
        if (since.has(chatId)) continue;
        if (chat === undefined) forget(chatId);
        else see(chat);
      }
    },
    /** the chat is read, or gone */
    forget: (chatId: string): void => {
      heard(chatId);
      forget(chatId);
    },
    /** the operator dismissed a notification */
    dismiss: (notice: Pick<CallNotice, 'kind' | 'alerts'>): void => change(withDismissed(calling, notice)),
    /** calls no more, until something happens */
    stop: (): void => {
      stops += 1;
      cancelTimer();
    },
  };
}
