import { messageKinds } from '#shared/words/en/message-kinds.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('messageKinds', messageKinds);

/** What kinds of messages are called: "Voice message". */
export const kindNames = {
  photo: say('photo'),
  video: say('video'),
  audio: say('audio'),
  voice: say('voice'),
  sticker: say('sticker'),
  document: say('document'),
  location: say('location'),
} as const;

/** Who said something, where no name is to be said. */
export const speakerNames = { you: say('you'), bot: say('bot') } as const;
