import type { Message } from '#shared/domain/entities.ts';
import { englishEventWords } from '#shared/locales/english.ts';

/** A line of a chat as programs get it: one that says what happened says it in English, too. Windows use their own language. */
export function withText(message: Message): Message {
  if (message.event === undefined || message.text !== undefined) return message;
  return { ...message, text: englishEventWords(message.event, undefined) };
}
