import { i18n, localization } from '#renderer/language/i18n.ts';
import { createEventTexts } from '#shared/locales/chat-events.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Delivery, DeliveryError, Message } from '#shared/domain/message.ts';

export const { eventText, ratedText } = createEventTexts(localization);

/** The name of a message kind: "Voice message". */
export function kindLabel(type: Exclude<Message['type'], 'text'>): string {
  return i18n.t(`conversation:kinds.${type}`);
}

export type Side = 'customer' | 'operator' | 'bot';

/** Lines and notes have no bubble, and count as the operator's. */
export function sideOf(message: Message | undefined): Side {
  return message === undefined || message.from === 'system' || message.from === 'note' ? 'operator' : message.from;
}

/** The author's name above a message; undefined: one that the engine does not have yet. */
export function authorOf(message: Message | undefined, meId: string | undefined, customer: string): string {
  const side = sideOf(message);
  if (side === 'customer') return customer;
  if (message?.automatic !== undefined)
    return i18n.t('conversation:automatic.by', { channelName: message.authorName ?? '' });
  if (message === undefined || (side === 'operator' && message.operatorId === meId)) return i18n.t('conversation:you');
  return (
    message.authorName ?? (side === 'bot' ? i18n.t('conversation:theBot') : i18n.t('conversation:anotherOperator'))
  );
}

/** State of a chat, for the header. */
export function stateText(
  chat: Chat,
  names: { readonly operator: string | undefined; readonly bot: string | undefined },
  meId: string | undefined,
): string {
  if (chat.state === 'bot')
    return i18n.t('conversation:botHolds', { botName: names.bot ?? i18n.t('conversation:theBot') });
  if (chat.state !== 'active') return i18n.t(`conversation:${chat.state}`);
  if (chat.operatorId === meId) return i18n.t('conversation:withYou');
  return i18n.t('conversation:with', { operatorName: names.operator ?? i18n.t('conversation:anotherOperator') });
}

/** The names in a delivery's explanation. */
export interface DeliveryNames {
  readonly channel: string;
  readonly customer: string;
}

/** Reasons why a scheduled reply was not sent on time. */
const scheduledReasons: Readonly<Partial<Record<string, 'blocked' | 'newerChat' | 'taken' | 'authorGone'>>> = {
  'errors:refusals.chat.blocked': 'blocked',
  'errors:refusals.chat.superseded': 'newerChat',
  'errors:refusals.chat.taken.text': 'taken',
  'errors:refusals.operator.unknown': 'authorGone',
};

/** Explains why a reply was not delivered, and what that means for the customer; follows "Not delivered." */
export function reasonText(error: DeliveryError, { channel, customer }: DeliveryNames): string {
  const scheduled = scheduledReasons[error.reason?.code ?? ''];
  const { name = '' } = error.reason?.params ?? {};
  if (scheduled !== undefined)
    return i18n.t(`conversation:scheduled.notSent.${scheduled}`, { customer, name: name as string });
  if (error.reason?.code === 'errors:calls.notSent.noReplyAddress')
    return i18n.t('conversation:reason.noReplyAddress', { channel, customer });
  return i18n.t(`conversation:reason.${error.kind}`, { channel, customer, ...statusAndReason(error, channel) });
}

/** Why a mail was given up; follows "Not delivered." */
function mailReasonText({ kind, message = '', code }: DeliveryError): string {
  if (kind === 'interrupted') return i18n.t('mailbox:chat.cutOff');
  if (kind !== 'refused') return i18n.t('mailbox:chat.gaveUp');
  const reason = [message.trim(), code !== undefined && !message.includes(code) ? `(${code})` : ''].join(' ').trim();
  return reason === '' ? i18n.t('mailbox:chat.refusedNoReason') : i18n.t('mailbox:chat.refused', { reason });
}

/** Explains why a reply was given up; follows "Not delivered." */
export function failureText({ error, mail }: Delivery, names: DeliveryNames): string {
  if (error === undefined) return '';
  return mail === undefined || error.kind === 'not_sent' ? reasonText(error, names) : mailReasonText(error);
}

/** Explains why a reply is not delivered yet, while attempts continue. */
export function delayText(error: DeliveryError, channel: string): string {
  return i18n.t(`conversation:hindrance.${error.kind}`, { channel, ...statusAndReason(error, channel) });
}

/** The other side's status, and its reason for a refusal. */
function statusAndReason({ status, code = '', message = '' }: DeliveryError, channel: string) {
  const verb = message.trim() === '' ? 'refused' : 'says';
  const key = code === '' ? verb : (`${verb}WithCode` as const);
  return { status: String(status), refusal: i18n.t(`conversation:refusal.${key}`, { channel, message, code }) };
}

/** "0:42", "1:03:20"; `seconds` */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = hours > 0 ? [hours, minutes, rest] : [minutes, rest];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
