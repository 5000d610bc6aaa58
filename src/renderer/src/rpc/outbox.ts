import { createStore, type StoreApi } from 'zustand/vanilla';

/** What an operator sends; `clientId` is its one identity, from the key press on: sent again under it, it is not there twice. */
export interface Outgoing {
  readonly clientId: string;
  readonly chatId: string;
  /** for the operators alone */
  readonly isNote: boolean;
  /** a message each, as the engine will cut them */
  readonly texts: readonly string[];
}

/** A part of a reply, or a note, on its way to the engine: shown at once, with a clock, until the message with its identity is. */
export interface PendingPart extends Pick<Outgoing, 'clientId' | 'chatId' | 'isNote'> {
  readonly part: number;
  readonly text: string;
  /** milliseconds since 1970 */
  readonly at: number;
  /** the engine has it */
  readonly isTaken: boolean;
}

export interface Outbox {
  readonly pending: readonly PendingPart[];
  /**
   * Shows it at once and asks the engine to take it, after what was sent before in the same chat: two replies never overtake
   * each other. Rejects where the engine did not take it; nothing of it is then left here.
   */
  readonly send: <T>(outgoing: Outgoing, ask: () => Promise<T>) => Promise<T>;
}

/** Milliseconds after which a part that was taken has long been shown as its message. */
const SETTLED = 60_000;

/** Replies and notes that the engine has not yet confirmed. */
export function createOutbox(): StoreApi<Outbox> {
  const last = new Map<string, Promise<unknown>>();
  const inOrder = async <T>(line: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(line) ?? Promise.resolve()).then(work, work);
    last.set(line, mine);
    try {
      return await mine;
    } finally {
      if (last.get(line) === mine) last.delete(line);
    }
  };
  return createStore<Outbox>((set) => {
    const change = (clientId: string, after: (part: PendingPart) => readonly PendingPart[]): void =>
      set(({ pending }) => ({
        pending: pending.flatMap((part) => (part.clientId === clientId ? after(part) : [part])),
      }));
    return {
      pending: [],
      send: async ({ clientId, chatId, isNote, texts }, ask) => {
        const at = Date.now();
        const parts = texts.map((text, part) => ({ clientId, chatId, isNote, part, text, at, isTaken: false }));
        set(({ pending }) => ({
          pending: [...pending.filter((part) => !part.isTaken || at - part.at < SETTLED), ...parts],
        }));
        try {
          const answer = await inOrder(`${chatId} ${String(isNote)}`, ask);
          change(clientId, (part) => [{ ...part, isTaken: true }]);
          return answer;
        } catch (error) {
          change(clientId, () => []);
          throw error;
        }
      },
    };
  });
}

/** `crypto.randomUUID` is missing on pages that came over plain HTTP from another machine. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a message and the pending part that became it have in common; undefined: it was not sent by an operator. */
export function partKey({
  from,
  clientId,
  part,
}: {
  readonly from: string;
  readonly clientId?: string | undefined;
  readonly part?: number | undefined;
}): string | undefined {
  return clientId === undefined ? undefined : `${from} ${clientId} ${String(part)}`;
}
