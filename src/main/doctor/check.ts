import type { Finding } from '#shared/contract/doctor.ts';
import type { Phrase } from '#shared/locales/phrase.ts';

/** What a check found, before it has its name. */
export type Found = Omit<Finding, 'id' | 'title'>;

/** One line of the doctor's list. */
export interface Check {
  readonly id: string;
  /** what is looked at */
  readonly title: Phrase;
  /** milliseconds after which it counts as unanswered */
  readonly deadline: number;
  /** aborts when the time is over. What it throws is a fault of ours, and becomes a line that says so */
  readonly look: (signal: AbortSignal) => Promise<Found>;
}

export const passed = (detail: Phrase): Found => ({ state: 'passed', detail });
export const skipped = (detail: Phrase, place?: string): Found => ({
  state: 'skipped',
  detail,
  ...(place !== undefined && { place }),
});
export const warning = (detail: Phrase, todo: Phrase, place?: string): Found => ({
  state: 'warning',
  detail,
  todo,
  ...(place !== undefined && { place }),
});
export const failed = (detail: Phrase, todo: Phrase, place?: string): Found => ({
  state: 'failed',
  detail,
  todo,
  ...(place !== undefined && { place }),
});

/** Places in the console, as its addresses name them. */
export const places = {
  connection: '/settings/connection',
  channel: (channelId: string) => `/settings/channels/${channelId}`,
  bots: '/settings/bots',
  bot: (botId: string) => `/settings/bots/${botId}`,
} as const;
