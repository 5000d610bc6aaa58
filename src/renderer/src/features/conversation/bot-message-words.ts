import type { HeldBackReason } from '#shared/domain/entities.ts';

/** What stands at the messages of bots. */
export const botMessageWords = {
  bot: 'Bot',
  buttons: 'Buttons',
  table: 'Table',
  code: 'Code',
  done: 'done',
  notDone: 'not done',
  picture: 'Picture',
  /** after the customer's name */
  got: 'got:',
  asPlainText: 'As plain text:',
} as const;

interface Names {
  readonly bot: string;
  readonly customer: string;
}

/** Why the customer did not get a bot's message. */
export function heldBackWords(reason: HeldBackReason, { bot, customer }: Names): string {
  const unseen = `${customer} has not seen this.`;
  switch (reason) {
    case 'operator_has_it':
      return `Not sent: an operator had the chat when ${bot} wrote this. ${unseen}`;
    case 'handed_over':
      return `Not sent: ${bot} had already lost the chat to the queue. ${unseen}`;
    case 'chat_closed':
      return `Not sent: the chat was closed when ${bot} wrote this. ${unseen}`;
    case 'bot_disabled':
      return `Not sent: ${bot} was switched off when it wrote this. ${unseen}`;
    case 'no_plain_text':
      return 'Not sent: the bot gave no plain text for these buttons, and this channel cannot show buttons.';
  }
}
