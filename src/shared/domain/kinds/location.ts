import { z } from 'zod';
import { phrase } from '#shared/locales/phrase.ts';
import { mediaFields } from '#shared/protocol/chat-channel.ts';
import { mapAddress } from '../maps.ts';
import { caption, mediaDetails } from './file.ts';
import { messageKind } from './kind.ts';

const coordinates = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
} as const;

/** A place; `title` is its name. */
export const location = messageKind({
  types: ['location'],
  fields: { ...mediaDetails, latitude: z.number(), longitude: z.number() },
  searchableFields: ['title', 'performer', 'fileName'],
  required: z.object(coordinates),
  refusal: () => phrase('errors:calls.message.location'),
  optional: mediaFields,
  sent: z.object({
    type: z.literal('location'),
    id: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    title: z.string().optional(),
    text: z.string().optional(),
  }),
  toSent: ({ latitude = 0, longitude = 0, title, text }) => ({ latitude, longitude, title, text }),
  textLines: ({ title, text, latitude = 0, longitude = 0 }) => [title, text, mapAddress(latitude, longitude)],
  textForBots: ({ latitude, longitude }) => `geo:${latitude},${longitude}`,
  label: ({ emoji, text, title, fileName }) => [emoji, text ?? title ?? fileName].filter(Boolean).join(' · '),
  transcriptLabel: ({ latitude, longitude }) => `${String(latitude)}, ${String(longitude)}`,
  requests: [
    z.object({
      type: z.literal('location'),
      ...coordinates,
      title: z.string().max(255).optional(),
      text: caption.optional(),
    }),
  ],
});
