import { i18n } from '#renderer/language/i18n.ts';
import type { HeldBackReason } from '#shared/domain/entities.ts';

interface Names {
  readonly bot: string;
  readonly customer: string;
}

/** Why the customer did not get a bot's message. */
export function heldBackWords(reason: HeldBackReason, { bot, customer }: Names): string {
  switch (reason) {
    case 'operator_has_it':
      return i18n.t('conversation:botMessages.heldBack.operatorHasIt', { bot, customer });
    case 'other_bot_has_it':
      return i18n.t('conversation:botMessages.heldBack.otherBotHasIt', { bot, customer });
    case 'handed_over':
      return i18n.t('conversation:botMessages.heldBack.handedOver', { bot, customer });
    case 'chat_closed':
      return i18n.t('conversation:botMessages.heldBack.chatClosed', { bot, customer });
    case 'bot_disabled':
      return i18n.t('conversation:botMessages.heldBack.botDisabled', { bot, customer });
    case 'no_plain_text':
      return i18n.t('conversation:botMessages.heldBack.noPlainText');
    case 'not_reachable':
      return i18n.t('conversation:botMessages.heldBack.notReachable');
  }
}
