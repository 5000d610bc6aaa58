import type { LastMessage } from './entities.ts';
import { showUnseen } from './visible-text.ts';

/** A kind of message whose name is shown with its text. */
export type MessageKind = Exclude<LastMessage['type'], 'text'>;

/** Labels besides the text, in the reader's language. */
export interface PreviewNames {
  readonly kindOf: (kind: MessageKind) => string;
  readonly operator: string;
  readonly bot: string;
}

/** The last message of a chat in one line: its kind, unless it is text, and its author, unless it is the customer. */
export function messagePreview(message: LastMessage, names: PreviewNames): string {
  const words = [message.type !== 'text' && names.kindOf(message.type), message.text]
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const line = showUnseen(words);
  switch (message.from) {
    case 'operator':
      return `${names.operator}: ${line}`;
    case 'bot':
      return `${names.bot}: ${line}`;
    case 'customer':
    case 'system':
      return line;
    // Never a chat's last message, and others may look over the shoulder where this is shown.
    case 'note':
      return '';
  }
}
