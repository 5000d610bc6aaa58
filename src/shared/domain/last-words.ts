import type { Chat } from './entities.ts';

type LastMessage = NonNullable<Chat['lastMessage']>;

// In a line of a few words they could only mislead; the conversation shows them.
const UNSEEN = /[\0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name of a kind of message: "Voice message". */
export const kindNames: Record<Exclude<LastMessage['type'], 'text'>, string> = {
  photo: 'Photo',
  video: 'Video',
  audio: 'Audio',
  voice: 'Voice message',
  sticker: 'Sticker',
  document: 'File',
  location: 'Location',
};

/** The last words of a chat in one line: what it is, where it is not text, and who said it, where it was not the customer. */
export function lastWords(message: LastMessage, names: { readonly operator?: string | undefined; readonly bot?: string | undefined } = {}): string {
  const content = [message.type === 'text' ? '' : kindNames[message.type], message.emoji, message.text ?? message.title ?? message.file_name].filter(Boolean);
  const line = content.join(message.type === 'text' ? '' : ' · ').replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
  switch (message.from) {
    case 'operator':
      return `${names.operator ?? 'You'}: ${line}`;
    case 'bot':
      return `${names.bot ?? 'Bot'}: ${line}`;
    case 'customer':
    case 'system':
      return line;
    // Never a chat's last message; and where these words go, others may look over the shoulder.
    case 'note':
      return '';
  }
}
