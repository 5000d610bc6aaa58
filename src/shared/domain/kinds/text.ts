import { z } from 'zod';
import { phrase } from '#shared/locales/phrase.ts';
import { words } from '#shared/protocol/chat-channel.ts';
import { messageKind } from './kind.ts';

const LONG_SENTENCE = 'I ordered a desk lamp last week, and it came with a cable that is too short for my table. ';

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
  toSent: ({ text: said = '' }) => ({ text: said }),
  textLines: ({ text: said }) => [said],
  textForBots: () => '',
  label: () => undefined,
  transcriptLabel: () => undefined,
  requests: [],
  samples: {
    /** over 1000 characters, so that the service splits it */
    long_text: {
      text: `${Array.from({ length: 14 }, (_, index) => `${index + 1}. ${LONG_SENTENCE}`).join('\n')}\nCan I change it for a longer one? 🙂`,
    },
  },
});
