import type { AutomaticKind } from '#shared/domain/entities.ts';
import { automatic } from '#shared/words/en/automatic.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('automatic', automatic);

/** Above what a channel said by itself. */
export const automaticWords = {
  by: {
    greeting: (channelName: string) => say('by.greeting', { channelName }),
    away: (channelName: string) => say('by.away', { channelName }),
  } satisfies Record<AutomaticKind, (channelName: string) => string>,
} as const;
