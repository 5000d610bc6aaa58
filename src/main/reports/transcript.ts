import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import type { TranscriptWords } from './transcript-text.ts';

export const TRANSCRIPT_FORMATS = ['text', 'html', 'json'] as const;

/** The names in a transcript besides the chats themselves. */
export interface TranscriptNames {
  readonly channel: (channelId: string) => string;
  /** a time in the reader's format and time zone, to the second */
  readonly moment: (at: number) => string;
  readonly words: TranscriptWords;
}

/** How a format writes the parts of a transcript; they come in order and are never all in memory. */
export interface TranscriptWriter {
  readonly mediaType: string;
  readonly ending: string;
  readonly begin: (title: string) => string;
  /** `isFirst`: no chat was written before */
  readonly chat: (chat: Chat, isFirst: boolean) => string;
  /** `isFirst`: of its chat */
  readonly message: (message: Message, chat: Chat, isFirst: boolean) => string;
  readonly chatEnd: () => string;
  readonly end: () => string;
}
