export interface NewChatLimit {
  readonly perMinute: number;
  /** milliseconds, monotonic */
  readonly now: number;
}

/** Minutes' worth that may come at once after a rest. */
export const BURST_MINUTES = 5;
export const MINUTE = 60_000;

/** Counts new chats per channel as they open, so that none slip past the limit. In memory; follows rollbacks. */
export class NewChats {
  /** time at which each channel's full allowance is available again (generic cell rate algorithm) */
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
