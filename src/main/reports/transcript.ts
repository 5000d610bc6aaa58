import type { Chat, Message } from '#shared/domain/entities.ts';

export const TRANSCRIPT_FORMATS = ['text', 'html', 'json'] as const;

/** What a transcript names besides the chats themselves. */
export interface TranscriptNames {
  readonly channel: (channelId: string) => string;
  /** a moment as people of the reader's time zone write it, to the second */
  readonly moment: (at: number) => string;
}

/** How a format writes the parts of a transcript; they come in order, and none is ever held in memory together. */
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

/** Who a customer is to people. */
export function customerName({ customer }: Chat): string {
  return customer.name ?? 'Visitor';
}

/** Who said it; empty for a line about what happened. */
export function writerOf(message: Message, chat: Chat): string {
  switch (message.from) {
    case 'customer':
      return customerName(chat);
    case 'operator':
      return message.authorName ?? 'Operator';
    case 'bot':
      return `${message.authorName ?? 'Bot'} (bot)`;
    case 'note':
      return `${message.authorName ?? 'Operator'} (note, not seen by the customer)`;
    case 'system':
      return message.automatic === undefined ? '' : `${message.authorName ?? 'Counterbell'} (automatic)`;
  }
}

/** The words of a message, and in brackets what it was besides. */
export function contentOf(message: Message): string {
  const { type, text, title, markdown, buttons } = message;
  const shown = text ?? markdown ?? title;
  const choices = (buttons ?? []).map((button) => `[${button.text}]`).join(' ');
  return [type === 'text' ? undefined : mediaOf(message), shown, choices === '' ? undefined : choices].filter((part) => part !== undefined && part !== '').join('\n');
}

function mediaOf({ type, file_name, emoji, latitude, longitude }: Message): string {
  if (type === 'location') return `[location ${String(latitude)}, ${String(longitude)}]`;
  const name = file_name ?? emoji;
  return name === undefined ? `[${type}]` : `[${type}: ${name}]`;
}

/** Why a message stands here that its customer did not get; empty where they did. */
export function undelivered({ heldBack, delivery }: Message): string {
  if (heldBack !== undefined) return 'not sent';
  return delivery?.state === 'failed' ? 'not delivered' : '';
}
