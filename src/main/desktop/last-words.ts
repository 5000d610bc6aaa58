import type { Chat } from '#shared/domain/entities.ts';
import { lastWords as lastWordsIn } from '#shared/domain/last-words.ts';
import { t } from './speech.ts';

/** The last words of a chat in one line, as the desktop speaks now. */
export function lastWords(message: NonNullable<Chat['lastMessage']>): string {
  return lastWordsIn(message, {
    kindOf: (kind) => t(`chat:kinds.${kind}`),
    operator: t('chat:kinds.you'),
    bot: t('chat:kinds.bot'),
  });
}
