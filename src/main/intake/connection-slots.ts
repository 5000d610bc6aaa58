import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A connection, as far as its turn to make room depends on it. */
export interface SlotConnection {
  /** the encrypted connection, once there is one: requests arrive on it */
  readonly socket: Socket;
  /** the latest request; undefined: none yet */
  readonly request: IncomingMessage | undefined;
  readonly unanswered: number;
}

/** A connection's slot among others. */
export interface Slot<C extends SlotConnection> {
  readonly connection: C;
  readonly slots: Slots<C>;
  /** bytes received, or sent while it awaits an answer, when it was put there */
  bytes: number;
  row: Set<Slot<C>> | undefined;
}

/** Connections in the order in which they would be closed to make room. */
export class Slots<C extends SlotConnection> {
  /** requests that were completed since are only noticed when a slot is needed */
  readonly #unfinished = new Set<Slot<C>>();
  readonly #idle = new Set<Slot<C>>();
  /** found in the unfinished ones with an answer on its way */
  readonly #awaiting = new Set<Slot<C>>();

  take(connection: C): Slot<C> {
    return { connection, slots: this, bytes: 0, row: undefined };
  }

  /** updates the slot to the current state of its connection */
  list(slot: Slot<C>): void {
    const { unanswered, request, socket } = slot.connection;
    const isIdle = unanswered === 0 && request?.complete === true;
    moveToEnd(isIdle ? this.#idle : this.#unfinished, slot, isIdle ? 0 : socket.bytesRead);
  }

  /** the connection to close; keeps this many unfinished ones while there are idle ones */
  next(newcomers: number): C | undefined {
    return (this.#nextUnfinished(newcomers) ?? firstOf(this.#idle) ?? this.#nextUnread() ?? this.#nextUnfinished(0))
      ?.connection;
  }

  /** one whose client takes nothing more of an answer */
  #nextUnread(): Slot<C> | undefined {
    let looks = this.#awaiting.size;
    for (const slot of this.#awaiting) {
      const { bytesWritten, writableLength } = slot.connection.socket;
      if (writableLength > 0 && bytesWritten === slot.bytes) return slot;
      moveToEnd(this.#awaiting, slot, bytesWritten);
      if (looks === 0) break;
      looks -= 1;
    }
    return undefined;
  }

  #nextUnfinished(spared: number): Slot<C> | undefined {
    for (const slot of this.#unfinished) {
      if (this.#unfinished.size <= spared) break;
      const { bytesRead, bytesWritten } = slot.connection.socket;
      if (isAnswerPending(slot.connection)) moveToEnd(this.#awaiting, slot, bytesWritten);
      else if (bytesRead === slot.bytes) return slot;
      // It keeps sending, and is looked at once more after the silent ones.
      else moveToEnd(this.#unfinished, slot, bytesRead);
    }
    return undefined;
  }
}

/** Puts it last in this row, wherever it was. */
function moveToEnd<C extends SlotConnection>(row: Set<Slot<C>>, slot: Slot<C>, bytes: number): void {
  slot.row?.delete(slot);
  slot.bytes = bytes;
  slot.row = row.add(slot);
}

function firstOf<C extends SlotConnection>(row: ReadonlySet<Slot<C>>): Slot<C> | undefined {
  return row.values().next().value;
}

/** All requests, or all but the latest of several, have arrived in full. */
export function isAnswerPending({ request, unanswered }: SlotConnection): boolean {
  return unanswered > (request?.complete === false ? 1 : 0);
}
