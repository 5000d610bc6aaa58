import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { ALWAYS_OPEN, workingHours } from '#shared/domain/working-hours.ts';
import { nothing, everyone, owner, partialChange } from './fields.ts';
import { rule } from '#shared/domain/phrase.ts';

/** Minutes of waiting from which a chat is amber, and red. */
const waitingLimits = z
  .object({ attention: z.int().min(1).max(1440), urgent: z.int().min(1).max(10_080) })
  .refine(({ attention, urgent }) => attention < urgent, {
    message: rule('errors:rules.waiting.order'),
    path: ['urgent'],
  });

/** Opening hours, waiting times and quiet chats, for the whole installation. */
export const hoursSettings = z.object({
  hours: workingHours.default(ALWAYS_OPEN),
  waiting: waitingLimits.default({ attention: 1, urgent: 5 }),
  /** hours without a message until an answered chat is closed; 0: never */
  autoClose: z.int().min(0).max(8760).default(0),
});
export type HoursSettings = z.infer<typeof hoursSettings>;

/** The current state. */
export const openNow = z.object({
  open: z.boolean(),
  /** the holiday for which it is closed */
  holiday: z.string().optional(),
  /** time of the next opening or closing */
  changesAt: instant.optional(),
  /** has closing times at all: not always open */
  limited: z.boolean(),
  /** of the hours that apply, such as Europe/Berlin */
  zone: z.string(),
});
export type OpenNow = z.infer<typeof openNow>;

export const hoursView = z.object({
  settings: hoursSettings,
  installation: openNow,
  channels: z.array(openNow.extend({ channelId: z.string() })),
});
export type HoursView = z.infer<typeof hoursView>;

/** Opening hours, waiting times and quiet chats. Outside its hours a channel's status is 0, whoever is online. */
export const hoursRoutes = {
  'hours.get': everyone(nothing, hoursView, ['hours']),
  /** absent fields keep their value */
  'hours.update': owner('changed hours', partialChange(hoursSettings), hoursSettings),
} as const;
