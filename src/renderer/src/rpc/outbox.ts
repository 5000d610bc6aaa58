import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Message } from '#shared/domain/entities.ts';

/** A part of a reply, or a note, that is on its way to the engine: shown at once, with a clock. */
export interface PendingReply {
  readonly id: string;
  readonly chatId: string;
  /** parts of one reply leave together */
  readonly replyId: string;
  readonly text: string;
  /** for the operators alone */
  readonly isNote: boolean;
  /** milliseconds since 1970 */
  readonly at: number;
  /** the message it became, once known: from then on that one is shown */
  readonly messageId?: string;
}

export interface Outbox {
  readonly pending: readonly PendingReply[];
  /** returns the id of the reply */
  readonly add: (chatId: string, parts: readonly string[]) => string;
  /** returns the id of the note, as of a reply */
  readonly addNote: (chatId: string, text: string) => string;
  /** an operator's message or note arrived: the first pending part with these words became it */
  readonly became: (message: Message) => void;
  readonly remove: (replyId: string) => void;
}

/** Milliseconds after which a part that became a message has long been shown as that. */
const SETTLED = 60_000;

/** Replies that the engine has not yet confirmed. */
export function createOutbox(): StoreApi<Outbox> {
  let replies = 0;
  return createStore<Outbox>((set) => {
    const add = (chatId: string, parts: readonly string[], isNote: boolean): string => {
      const at = Date.now();
      replies += 1;
      const replyId = `reply-${String(replies)}`;
      const added = parts.map((text, index) => ({
        id: `${replyId}.${String(index)}`,
        chatId,
        replyId,
        text,
        isNote,
        at,
      }));
      set(({ pending }) => ({
        pending: [...pending.filter((part) => part.messageId === undefined || at - part.at < SETTLED), ...added],
      }));
      return replyId;
    };
    return {
      pending: [],
      add: (chatId, parts) => add(chatId, parts, false),
      addNote: (chatId, text) => add(chatId, [text], true),
      became: (message) => {
        set(({ pending }) => {
          const index = pending.findIndex((part) => isThisPart(part, message));
          const part = pending[index];
          return part === undefined ? {} : { pending: pending.with(index, { ...part, messageId: message.id }) };
        });
      },
      remove: (replyId) => {
        set(({ pending }) => ({ pending: pending.filter((part) => part.replyId !== replyId) }));
      },
    };
  });
}

function isThisPart(part: PendingReply, message: Message): boolean {
  return (
    part.messageId === undefined &&
    part.chatId === message.chatId &&
    part.isNote === (message.from === 'note') &&
    part.text.trim() === message.text?.trim()
  );
}
