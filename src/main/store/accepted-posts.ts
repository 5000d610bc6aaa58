import type { Sqlite } from './sqlite.ts';

/** Milliseconds by which setting back the clock may have disturbed the order of stored times. */
const CLOCK_TOLERANCE = 60 * 60 * 1000;

/**
 * Digests of recently accepted posts, to recognize a repeat without reading the disk. An image in memory of the digests
 * in the messages table, which follows rollbacks.
 */
export class AcceptedPosts {
  /** oldest first: digest to time of acceptance */
  readonly #times = new Map<string, number>();
  #uncommitted: string[] = [];

  /** Loads what was accepted after `since` (milliseconds, wall clock). */
  load(sqlite: Sqlite, since: number): void {
    const found: (readonly [string, number])[] = [];
    for (const row of sqlite.iterate('SELECT digest, at FROM messages ORDER BY id DESC')) {
      const at = Number(row['at']);
      if (at < since - CLOCK_TOLERANCE) break;
      if (row['digest'] !== null && at > since) found.push([String(row['digest']), at]);
    }
    for (const [digest, at] of found.reverse()) this.#times.set(digest, at);
  }

  /** Whether an equal post was accepted after `since`. */
  isRepeat(digest: string, since: number): boolean {
    const before = this.#times.get(digest);
    return before !== undefined && before > since;
  }

  /** Records an accepted post; those older than `since` may be forgotten. */
  accept(digest: string, at: number, since: number): void {
    this.#forget(since);
    this.#times.delete(digest);
    this.#times.set(digest, at);
    this.#uncommitted.push(digest);
  }

  committed(): void {
    this.#uncommitted = [];
  }

  rolledBack(): void {
    for (const digest of this.#uncommitted) this.#times.delete(digest);
    this.#uncommitted = [];
  }

  get size(): number {
    return this.#times.size;
  }

  /** Each new post removes only a few outdated ones, so that no post causes a pause. */
  #forget(since: number): void {
    let looked = 0;
    for (const [digest, at] of this.#times) {
      if (at > since || looked === 3) return;
      this.#times.delete(digest);
      looked += 1;
    }
  }
}
