import type { HeldBackReason } from '#shared/domain/entities.ts';
import { botMessages } from '#shared/words/en/bot-messages.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('botMessages', botMessages);

/** What stands at the messages of bots. */
export const botMessageWords = {
  bot: say('bot'),
  buttons: say('buttons'),
  table: say('table'),
  code: say('code'),
  done: say('done'),
  notDone: say('notDone'),
  picture: say('picture'),
  /** after the customer's name */
  got: say('got'),
  asPlainText: say('asPlainText'),
} as const;

interface Names {
  readonly bot: string;
  readonly customer: string;
}

/** Why the customer did not get a bot's message. */
export function heldBackWords(reason: HeldBackReason, { bot, customer }: Names): string {
  switch (reason) {
    case 'operator_has_it':
      return say('heldBack.operatorHasIt', { bot, customer });
    case 'other_bot_has_it':
      return say('heldBack.otherBotHasIt', { bot, customer });
    case 'handed_over':
      return say('heldBack.handedOver', { bot, customer });
    case 'chat_closed':
      return say('heldBack.chatClosed', { bot, customer });
    case 'bot_disabled':
      return say('heldBack.botDisabled', { bot, customer });
    case 'no_plain_text':
      return say('heldBack.noPlainText');
    case 'not_reachable':
      return say('heldBack.notReachable');
  }
}
