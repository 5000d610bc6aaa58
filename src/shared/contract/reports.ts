import { z } from 'zod';
import { route } from './fields.ts';
import { instant } from '#shared/domain/entities.ts';
import { handOverReason } from '#shared/domain/message.ts';
import { areDates, REPORT_DAYS } from '#shared/domain/report-span.ts';
import { rule } from '#shared/domain/phrase.ts';
import { isTimeZone } from '#shared/domain/working-hours.ts';

/** The viewer's days: midnights in this time zone (IANA); today is the last of a number of `days`. */
export const reportSelection = z.object({
  days: z.union([z.literal(REPORT_DAYS), z.object({ first: z.iso.date(), last: z.iso.date() }).refine(areDates)]),
  timeZone: z.string().max(64).refine(isTimeZone, rule('errors:rules.zone.needed')),
  channelId: z.string().optional(),
});
export type ReportSelection = z.infer<typeof reportSelection>;

/** Reason why a chat first needed a person: its bot asked for one, an operator took it, or the bot lost it. */
export const leftBotReason = z.enum(['asked', 'taken', ...handOverReason.options]);
export type LeftBotReason = z.infer<typeof leftBotReason>;

const count = z.int();

/** Percentiles in milliseconds: half took less than the median, nine out of ten at most the ninetieth. */
export const times = z.object({ count, median: z.number().nullable(), ninetieth: z.number().nullable() });
export type Times = z.infer<typeof times>;

const messages = z.object({ customers: count, operators: count, bots: count });
const ratings = z.object({ count, average: z.number().nullable() });

/** Figures of the chats that began in a time range, however they are grouped. */
const chatFigures = { chats: count, messages, firstAnswer: times, resolution: times, ratings } as const;

export const reportFigures = z.object({
  ...chatFigures,
  /** chats that began in the range: answered by a person, by bots only, by no one */
  answered: count,
  botAlone: count,
  unanswered: count,
  closed: count,
  /** closed chats that a bot had, and those that needed no person */
  botClosed: count,
  botSolved: count,
  /** ratings by stars, from 1 to 5 */
  stars: z.array(count).length(5),
});
export type ReportFigures = z.infer<typeof reportFigures>;

/** the name they wrote under, even if removed since; absent if they wrote nothing */
const authorName = z.string().optional();

const span = z.object({ from: instant, to: instant });

export const report = z.object({
  ...span.shape,
  /** the preceding range of the same length, up to the same time of day */
  before: span.extend({ figures: reportFigures }),
  figures: reportFigures,
  /** one per hour for today, one per day otherwise */
  steps: z.array(
    z.object({ from: instant, answered: count, botAlone: count, unanswered: count, messages, firstAnswer: times }),
  ),
  channels: z.array(z.object({ channelId: z.string(), ...chatFigures })),
  /** the operator's first answers and messages; resolution of the chats they had last */
  operators: z.array(z.object({ operatorId: z.string(), name: authorName, ...chatFigures })),
  /** chats the bot had last; `firstAnswer` is the bot's own */
  bots: z.array(z.object({ botId: z.string(), name: authorName, closed: count, solved: count, ...chatFigures })),
  leftBot: z.array(z.object({ reason: leftBotReason, chats: count })),
  /** customers' messages by weekday, starting on Monday, and hour */
  busy: z.array(z.array(count).length(24)).length(7),
});
export type Report = z.infer<typeof report>;

/** The chats behind a figure of a report. */
export const figureSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['all', 'answered', 'botAlone', 'unanswered', 'closed', 'botSolved']) }),
  z.object({ kind: z.enum(['channel', 'operator', 'bot']), id: z.string() }),
  z.object({ kind: z.literal('leftBot'), reason: leftBotReason }),
]);
export type FigureSelection = z.infer<typeof figureSelection>;

export const reportRoutes = {
  'reports.get': route({ for: 'reports' }, reportSelection, report),
} as const;
