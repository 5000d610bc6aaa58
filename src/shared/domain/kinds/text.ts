import { z } from 'zod';
import { phrase } from '#shared/locales/phrase.ts';
import { words } from '#shared/protocol/chat-channel.ts';
import { messageKind } from './kind.ts';

/** Text only. */
export const text = messageKind({
  types: ['text'],
  fields: {},
  searchableFields: [],
  required: z.object({
    text: words().describe('Not blank. Over 1000 code points it is cut into several messages.'),
  }),
  refusal: () => phrase('errors:calls.message.text'),
  optional: {},
  sent: z.object({ type: z.literal('text'), id: z.string(), text: z.string() }),
  toSent: ({ text: content = '' }) => ({ text: content }),
  textLines: ({ text: content }) => [content],
  textForBots: () => '',
  label: () => undefined,
  transcriptLabel: () => undefined,
  requests: [],
});
