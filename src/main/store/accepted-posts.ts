import type { Sqlite } from './sqlite.ts';

/** Milliseconds by which a wall clock that was set back may have disturbed the order of stored times. */
const SLACK = 60 * 60 * 1000;

/**
 * What was accepted lately, by digest, so that a repeat is known without a look at the disk.
 * The messages table holds the digests; this is their image in memory, and follows a rollback.
 */
export class AcceptedPosts {
  /** oldest first: a digest to the time it was accepted at */
  readonly #times = new Map<string, number>();
  #uncommitted: string[] = [];

  /** Reads back what was accepted after `since` (milliseconds, wall clock). */
  load(sqlite: Sqlite, since: number): void {
    const found: (readonly [string, number])[] = [];
    for (const row of sqlite.iterate('SELECT digest, at FROM messages ORDER BY id DESC')) {
      const at = Number(row['at']);
      if (at < since - SLACK) break;
      if (row['digest'] !== null && at > since) found.push([String(row['digest']), at]);
    }
    for (const [digest, at] of found.reverse()) this.#times.set(digest, at);
  }

  /** Whether an equal post was accepted after `since`. */
  isRepeat(digest: string, since: number): boolean {
    const before = this.#times.get(digest);
    return before !== undefined && before > since;
  }

  /** This post is accepted; what is older than `since` need not be known any longer. */
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

  /** A few of the outdated ones go with each new one, so that none of them costs a pause. */
  #forget(since: number): void {
    let looked = 0;
    for (const [digest, at] of this.#times) {
      if (at > since || looked === 3) return;
      this.#times.delete(digest);
      looked += 1;
    }
  }
}
