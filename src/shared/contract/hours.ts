import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { ALWAYS_OPEN, workingHours } from '#shared/domain/working-hours.ts';
import { changeOf } from './fields.ts';
import { rule } from '#shared/domain/phrase.ts';

/** Minutes of waiting from which a chat is amber, and red. */
const waitingLimits = z
  .object({ attention: z.number().int().min(1).max(1440), urgent: z.number().int().min(1).max(10_080) })
  .refine(({ attention, urgent }) => attention < urgent, {
    message: rule('fieldRules:waiting.order'),
    path: ['urgent'],
  });

const autoClose = z.object({
  /** hours without a word after which an open chat is closed; 0: never */
  hours: z.number().int().min(0).max(8760),
  /** also chats whose customer still waits for an answer */
  unanswered: z.boolean(),
});

/** When people work here, and what happens while nobody says anything; all of it holds for the whole installation. */
export const hoursSettings = z.object({
  hours: workingHours.default(ALWAYS_OPEN),
  waiting: waitingLimits.default({ attention: 1, urgent: 5 }),
  autoClose: autoClose.default({ hours: 0, unanswered: false }),
});
export type HoursSettings = z.infer<typeof hoursSettings>;

/** How it stands now. */
export const openNow = z.object({
  open: z.boolean(),
  /** it is closed because of this holiday */
  holiday: z.string().optional(),
  /** when it opens or closes next */
  changesAt: instant.optional(),
  /** closed at all at some time: not around the clock */
  limited: z.boolean(),
  /** of the hours that count, such as Europe/Berlin */
  zone: z.string(),
});
export type OpenNow = z.infer<typeof openNow>;

export const hoursView = z.object({
  settings: hoursSettings,
  installation: openNow,
  channels: z.array(openNow.extend({ channelId: z.string() })),
});
export type HoursView = z.infer<typeof hoursView>;

/** Working hours, waiting times and quiet chats. Outside its hours a channel's status is 0, whoever is online. */
export const hoursRoutes = {
  /** followed by `hours.changed` */
  'hours.get': {
    input: z.object({}),
    output: hoursView,
  },
  /** each leaves alone what it does not name */
  'hours.update': {
    input: changeOf(hoursSettings),
    output: hoursSettings,
  },
} as const;
