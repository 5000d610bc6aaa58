import type { LastMessage } from './entities.ts';

// In a line of a few words they could only mislead; the conversation shows them.
const UNSEEN = /[\0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A kind of message that has a name of its own where its words are shown. */
export type MessageKind = Exclude<LastMessage['type'], 'text'>;

/** What stands beside the words, in the language of who reads them. */
export interface PreviewNames {
  readonly kindOf: (kind: MessageKind) => string;
  readonly operator: string;
  readonly bot: string;
}

/** The last words of a chat in one line: what it is, where it is not text, and who said it, where it was not the customer. */
export function messagePreview(message: LastMessage, names: PreviewNames): string {
  const content = [message.type === 'text' ? '' : names.kindOf(message.type), message.text].filter(Boolean);
  const line = content
    .join(message.type === 'text' ? '' : ' · ')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  switch (message.from) {
    case 'operator':
      return `${names.operator}: ${line}`;
    case 'bot':
      return `${names.bot}: ${line}`;
    case 'customer':
    case 'system':
      return line;
    // Never a chat's last message; and where these words go, others may look over the shoulder.
    case 'note':
      return '';
  }
}
