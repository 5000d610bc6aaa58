import type { Message } from '#shared/domain/entities.ts';
import { messageKinds } from '#shared/words/en/message-kinds.ts';
import type { Speech } from '#shared/words/speech.ts';

/** Says in brackets what a message was besides its words: a photo and its name, a place; undefined where it was text. */
export function createMediaWords({ wordsOf }: Pick<Speech, 'wordsOf'>): (message: Message) => string | undefined {
  const kindOf = wordsOf('messageKinds', messageKinds);
  return ({ type, file_name, emoji, latitude, longitude }) => {
    if (type === 'text') return undefined;
    const name = type === 'location' ? `${String(latitude)}, ${String(longitude)}` : (file_name ?? emoji);
    return name === undefined ? `[${kindOf(type)}]` : `[${kindOf(type)}: ${name}]`;
  };
}
