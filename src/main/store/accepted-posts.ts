import type { Sqlite } from './sqlite.ts';

/** Messages of another time that are passed over, as setting the clock may have disturbed their order. */
const MAX_PASSED = 10_000;
/** Milliseconds by which a post may seem to come from the future because the clock was adjusted since. */
export const CLOCK_STEP = 60_000;

/** The time within which an equal post makes a repeat: after `since` and until `at`, milliseconds of the wall clock. */
export interface RepeatSpan {
  readonly since: number;
  readonly at: number;
}
/** Places of the smallest table, a power of two. */
const MIN_PLACES = 1024;
/** Share of the places that may be taken. */
const MAX_LOAD = 7 / 8;
/** Time of a place that was never taken, and of one whose post no longer counts. */
const [FREE, FORGOTTEN] = [0, -1];

/**
 * Digests of recently accepted posts, to recognize a repeat without reading the disk. An image in memory of the digests
 * in the messages table, which follows rollbacks. A table with open addressing and 16 bytes a place, as there may be
 * millions of posts: in a Map of texts each takes 100 bytes.
 */
export class AcceptedPosts {
  /** two for each place: the first 64 bits of the digest */
  #words = new Uint32Array(2 * MIN_PLACES);
  /** of acceptance, by place */
  #times = new Float64Array(MIN_PLACES);
  #taken = 0;
  #uncommitted: string[] = [];

  /** Loads what was accepted in this time. */
  load(sqlite: Sqlite, { since, at: now }: RepeatSpan): void {
    const latest = now + (now - since);
    let passed = 0;
    const all = sqlite.iterate<{ digest: string | null; at: number }>`
      SELECT digest, at FROM messages ORDER BY id DESC`;
    for (const { digest, at } of all) {
      // Those from the future count again when the clock is right again.
      if (at <= since || at > latest) passed += 1;
      if (passed > MAX_PASSED) break;
      if (digest === null || at <= since || at > latest) continue;
      const words = wordsOf(digest);
      // The newest is first.
      if (this.#times[this.#placeOf(words)] === FREE) this.#put(words, at, since);
    }
  }

  /** Whether an equal post was accepted in this time; one from the future is none. */
  isRepeat(digest: string, { since, at }: RepeatSpan): boolean {
    const accepted = this.#times[this.#placeOf(wordsOf(digest))] ?? FREE;
    return accepted > since && accepted <= at + CLOCK_STEP;
  }

  /** Records a post accepted at `at`; those older than `since` may be forgotten. */
  accept(digest: string, { since, at }: RepeatSpan): void {
    this.#put(wordsOf(digest), at, since);
    this.#uncommitted.push(digest);
  }

  committed(): void {
    this.#uncommitted = [];
  }

  rolledBack(): void {
    for (const digest of this.#uncommitted) this.#times[this.#placeOf(wordsOf(digest))] = FORGOTTEN;
    this.#uncommitted = [];
  }

  get size(): number {
    return this.#times.length;
  }

  #put(words: Words, at: number, since: number): void {
    if (this.#taken >= this.#times.length * MAX_LOAD) this.#makeRoom(since);
    const place = this.#placeOf(words);
    const before = this.#times[place] ?? FREE;
    if (before === FREE) this.#taken += 1;
    this.#words.set(words, 2 * place);
    this.#times[place] = at;
  }

  /** Where these words are, or else belong. */
  #placeOf([first, second]: Words): number {
    const [words, times, last] = [this.#words, this.#times, this.#times.length - 1];
    let place = first & last;
    while (times[place] !== FREE && (words[2 * place] !== first || words[2 * place + 1] !== second))
      place = (place + 1) & last;
    return place;
  }

  /** Moves what counts since then to a table that is at most half full. */
  #makeRoom(since: number): void {
    const [words, times] = [this.#words, this.#times];
    const kept = times.reduce((count, at) => count + Number(at > since), 0);
    const places = 2 ** Math.ceil(Math.log2(Math.max(MIN_PLACES, 2 * kept)));
    this.#words = new Uint32Array(2 * places);
    this.#times = new Float64Array(places);
    this.#taken = 0;
    for (const [place, at] of times.entries())
      if (at > since) this.#put([words[2 * place] ?? 0, words[2 * place + 1] ?? 0], at, since);
  }
}

type Words = readonly [number, number];

/** Of a digest in base64url. */
function wordsOf(digest: string): Words {
  const bytes = Buffer.alloc(8);
  bytes.write(digest, 'base64url');
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}

export interface NewChatLimit {
  readonly perMinute: number;
  /** milliseconds, monotonic */
  readonly now: number;
}

/** Minutes' worth that may come at once after a rest. */
const BURST_MINUTES = 5;
const MINUTE = 60_000;

/** Counts new chats per channel as they open, so that none slip past the limit. In memory; follows rollbacks. */
export class NewChats {
  /** when each channel's full allowance is available again (generic cell rate algorithm) */
  readonly #fullAt = new Map<string, number>();
  #uncommitted = new Map<string, number | undefined>();

  /** milliseconds until one more may be opened; 0: it is counted */
  take(channelId: string, { perMinute, now }: NewChatLimit): number {
    const each = MINUTE / perMinute;
    const before = this.#fullAt.get(channelId);
    const full = Math.max(before ?? 0, now) + each;
    const wait = full - now - BURST_MINUTES * MINUTE;
    if (wait > 0) return wait;
    if (!this.#uncommitted.has(channelId)) this.#uncommitted.set(channelId, before);
    this.#fullAt.set(channelId, full);
    return 0;
  }

  committed(): void {
    this.#uncommitted.clear();
  }

  rolledBack(): void {
    for (const [channelId, before] of this.#uncommitted) {
      if (before === undefined) this.#fullAt.delete(channelId);
      else this.#fullAt.set(channelId, before);
    }
    this.#uncommitted.clear();
  }
}
