import { i18n } from '#renderer/language/i18n.ts';
import type { Chat, DeliveryError, Message } from '#shared/domain/entities.ts';

/** The name of a kind of message: "Voice message". */
export function kindWords(type: Exclude<Message['type'], 'text'>): string {
  return i18n.t(`chat:kinds.${type}`);
}

/** Where a chat stands, in the header. */
export function stateWords(
  chat: Chat,
  names: { readonly operator: string | undefined; readonly bot: string | undefined },
  meId: string | undefined,
): string {
  switch (chat.state) {
    case 'bot':
      return i18n.t('conversation:botHolds', { botName: names.bot ?? i18n.t('conversation:theBot') });
    case 'waiting':
      return i18n.t('conversation:waiting');
    case 'closed':
      return i18n.t('conversation:closed');
    case 'active':
      return chat.operatorId === meId
        ? i18n.t('conversation:withYou')
        : i18n.t('conversation:with', { operatorName: names.operator ?? i18n.t('conversation:anotherOperator') });
  }
}

interface Names {
  readonly channel: string;
  readonly customer: string;
}

/** Why a reply did not arrive and what that means for the customer; the sentence after "Not delivered." */
export function reasonWords(error: DeliveryError, { channel, customer }: Names): string {
  switch (error.kind) {
    case 'unreachable':
      return i18n.t('conversation:reason.unreachable', { channel, customer });
    case 'timeout':
      return i18n.t('conversation:reason.timeout', { channel, customer });
    case 'tls':
      return i18n.t('conversation:reason.tls', { channel, customer });
    case 'status':
      return error.status === undefined
        ? i18n.t('conversation:reason.status.noStatus', { channel, customer })
        : i18n.t('conversation:reason.status.text', { channel, status: String(error.status), customer });
    case 'redirect':
      return i18n.t('conversation:reason.redirect', { channel, customer });
    case 'invalid_answer':
      return i18n.t('conversation:reason.invalidAnswer', { channel, customer });
    case 'refused':
      return i18n.t('conversation:reason.refused', { refusal: refusalWords(error, channel), customer });
    case 'not_sent':
      return i18n.t('conversation:reason.notSent', { customer });
    case 'interrupted':
      return i18n.t('conversation:reason.interrupted', { customer });
  }
}

/** The same while attempts go on: what stands in the way now. */
export function hindranceWords(error: DeliveryError, channel: string): string {
  switch (error.kind) {
    case 'unreachable':
      return i18n.t('conversation:hindrance.unreachable', { channel });
    case 'timeout':
      return i18n.t('conversation:hindrance.timeout', { channel });
    case 'tls':
      return i18n.t('conversation:hindrance.tls', { channel });
    case 'status':
      return error.status === undefined
        ? i18n.t('conversation:hindrance.status.noStatus', { channel })
        : i18n.t('conversation:hindrance.status.text', { channel, status: String(error.status) });
    case 'redirect':
      return i18n.t('conversation:hindrance.redirect', { channel });
    case 'invalid_answer':
      return i18n.t('conversation:hindrance.invalidAnswer', { channel });
    case 'refused':
      return refusalWords(error, channel);
    case 'not_sent':
      return i18n.t('conversation:hindrance.notSent', { channel });
    case 'interrupted':
      return i18n.t('conversation:hindrance.interrupted');
  }
}

function refusalWords({ code, message }: DeliveryError, channel: string): string {
  if (message !== undefined && message.trim() !== '')
    return code === undefined
      ? i18n.t('conversation:refusal.saysNoCode', { channel, message })
      : i18n.t('conversation:refusal.says', { channel, message, code });
  return code === undefined
    ? i18n.t('conversation:refusal.noCode', { channel })
    : i18n.t('conversation:refusal.text', { channel, code });
}

/** "0:42", "1:03:20"; `seconds` */
export function durationWords(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(rest)}` : `${String(minutes)}:${two(rest)}`;
}

/** One line for the screen reader's announcement: "Anna: is it in stock?" */
export function announcementWords(message: Message, author: string): string {
  const what =
    message.type === 'text'
      ? (message.text ?? message.title)
      : [i18n.t(`chat:kinds.${message.type}`), message.text ?? message.file_name].filter(Boolean).join(', ');
  return i18n.t('conversation:announcement', { author, what: what ?? '' });
}
