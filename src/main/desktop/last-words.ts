import type { Chat } from '#shared/domain/entities.ts';
import { lastWords as lastWordsIn } from '#shared/domain/last-words.ts';
import { messageKinds } from '#shared/words/en/message-kinds.ts';
import { wordsOf } from './speech.ts';

const say = wordsOf('messageKinds', messageKinds);

/** The last words of a chat in one line, as the desktop speaks now. */
export function lastWords(message: NonNullable<Chat['lastMessage']>): string {
  const kinds = {
    photo: say('photo'),
    video: say('video'),
    audio: say('audio'),
    voice: say('voice'),
    sticker: say('sticker'),
    document: say('document'),
    location: say('location'),
  };
  return lastWordsIn(message, { kinds, operator: say('you'), bot: say('bot') });
}
