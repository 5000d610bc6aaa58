import type { VisitorFrame } from '#shared/site/frames.ts';
import { attempt, type TextStorage } from '../../storage.ts';
import { randomHex } from '../connection/base64url.ts';
import { toJson } from '../json.ts';

/** Frame that must not be lost: it is sent until the engine has accepted or refused it. */
export type OutgoingFrame = Extract<VisitorFrame, { readonly kind: 'message' | 'rate' | 'end' | 'email' }>;

/** One entry of the outbox. */
export interface Outgoing {
  readonly frame: OutgoingFrame;
  /** time at which the visitor sent it */
  readonly at: number;
  /** time at which the website took it in, which keeps it for the engine */
  readonly keptAt?: number | undefined;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The messages that the engine does not have yet, kept under a key each, so that tabs can add some at the same time.
 * `prefix`: of the keys.
 */
export function createOutbox(storage: TextStorage, prefix: string) {
  const adopted = new Map<string, Outgoing>();
  const removed = new Set<string>();
  let count = 0;
  const stored = (): readonly Outgoing[] =>
    storage.keys(prefix).flatMap((key) => {
      const { frame, keptAt } = readEntry(storage.get(key)) ?? {};
      if (frame !== undefined && !removed.has(frame.id))
        return [{ frame, at: Number(key.slice(prefix.length, prefix.length + 15)), keptAt }];
      storage.set(key, undefined);
      return [];
    });
  return {
    add: (frame: OutgoingFrame, at: number): void => {
      count += 1;
      const [time, turn] = [String(at).padStart(15, '0'), String(count).padStart(6, '0')];
      storage.set(`${prefix}${time}-${turn}-${frame.id}`, toJson(frame));
    },
    /** added by another tab: its storage may take a moment to be seen here */
    adopt: (outgoing: Outgoing): void => {
      if (!removed.has(outgoing.frame.id)) adopted.set(outgoing.frame.id, outgoing);
    },
    /** in the order in which they were added, in all tabs */
    entries: (): readonly Outgoing[] => {
      const seen = stored();
      const ids = new Set(seen.map(({ frame }) => frame.id));
      const unseen = [...adopted.values()].filter(({ frame }) => !ids.has(frame.id));
      return unseen.length === 0 ? seen : [...seen, ...unseen].sort((a, b) => a.at - b.at);
    },
    /** the website keeps it: it is not sent again for now */
    keep: (id: string, keptAt: number): void => {
      const known = adopted.get(id);
      if (known !== undefined) adopted.set(id, { ...known, keptAt });
      for (const key of storage.keys(prefix)) {
        const entry = key.endsWith(`-${id}`) ? readEntry(storage.get(key)) : undefined;
        if (entry !== undefined) storage.set(key, toJson({ ...entry.frame, keptAt }));
      }
    },
    remove: (id: string): void => {
      adopted.delete(id);
      removed.add(id);
      for (const key of storage.keys(prefix)) if (key.endsWith(`-${id}`)) storage.set(key, undefined);
    },
  };
}

/** Another script of the page may have written anything there. */
function readEntry(text: string | undefined): Omit<Outgoing, 'at'> | undefined {
  const read = attempt(() => JSON.parse(text ?? '') as Partial<OutgoingFrame & Outgoing> | null);
  if (typeof read?.id !== 'string' || typeof read.kind !== 'string') return undefined;
  const { keptAt, ...frame } = read;
  return { frame: frame as OutgoingFrame, keptAt: typeof keptAt === 'number' ? keptAt : undefined };
}

/** An id for a message, rating, end or address: the same one again is the same message. */
export function newId(): string {
  // `randomUUID` is missing on pages without HTTPS.
  return randomHex(12);
}
