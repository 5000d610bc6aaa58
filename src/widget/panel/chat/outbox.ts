import type { VisitorFrame } from '#shared/site/frames.ts';
import type { KeptTexts } from '../../storage.ts';

/** What must not be lost: it is sent until the engine has accepted or refused it. */
export type OutgoingFrame = Extract<VisitorFrame, { readonly kind: 'message' | 'rate' | 'end' }>;

/** One entry of the outbox. */
export interface Outgoing {
  readonly frame: OutgoingFrame;
  /** when the visitor sent it */
  readonly at: number;
}

export interface Outbox {
  readonly add: (frame: OutgoingFrame, at: number) => void;
  /** added by another tab: its storage may take a moment to be seen here */
  readonly adopt: (outgoing: Outgoing) => void;
  /** in the order in which they were added, in all tabs */
  readonly entries: () => readonly Outgoing[];
  readonly remove: (id: string) => void;
}

/**
 * The messages that the engine does not have yet, kept under a key each, so that tabs can add some at the same time.
 * `prefix`: of the keys.
 */
export function createOutbox(kept: KeptTexts, prefix: string): Outbox {
  const adopted = new Map<string, Outgoing>();
  const removed = new Set<string>();
  let count = 0;
  const stored = (): readonly Outgoing[] =>
    kept.keys(prefix).flatMap((key) => {
      const frame = readFrame(kept.get(key));
      if (frame !== undefined && !removed.has(frame.id))
        return [{ frame, at: Number(key.slice(prefix.length, prefix.length + 15)) }];
      kept.remove(key);
      return [];
    });
  return {
    add: (frame, at) => {
      count += 1;
      const [time, turn] = [String(at).padStart(15, '0'), String(count).padStart(6, '0')];
      kept.set(`${prefix}${time}-${turn}-${frame.id}`, JSON.stringify(frame));
    },
    adopt: (outgoing) => {
      if (!removed.has(outgoing.frame.id)) adopted.set(outgoing.frame.id, outgoing);
    },
    entries: () => {
      const seen = stored();
      const ids = new Set(seen.map(({ frame }) => frame.id));
      const unseen = [...adopted.values()].filter(({ frame }) => !ids.has(frame.id));
      return unseen.length === 0 ? seen : [...seen, ...unseen].sort((one, other) => one.at - other.at);
    },
    remove: (id) => {
      adopted.delete(id);
      removed.add(id);
      for (const key of kept.keys(prefix)) if (key.endsWith(`-${id}`)) kept.remove(key);
    },
  };
}

/** Another script of the page may have written anything there. */
function readFrame(text: string | undefined): OutgoingFrame | undefined {
  try {
    const read = JSON.parse(text ?? '') as Partial<OutgoingFrame> | null;
    return typeof read?.id === 'string' && typeof read.kind === 'string' ? (read as OutgoingFrame) : undefined;
  } catch {
    return undefined;
  }
}

/** An id for a message, rating or end: the same one again is the same message. */
export function newId(): string {
  // `randomUUID` is missing on pages without HTTPS.
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
