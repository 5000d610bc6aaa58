import type { ContactField } from '#shared/domain/contact-fields.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';

/** A text split at the ends of each match; the parts joined are the text. */
export type MarkedText = { readonly text: string; readonly isFound: boolean }[];

/** A message that matches. */
export interface MessageHit extends Pick<Message, 'at' | 'from' | 'operatorId' | 'authorName' | 'type'> {
  readonly messageId: string;
  /** the part of the message around the match */
  readonly words: MarkedText;
}

/** Matches in one chat: the newest, and how many more on this page. */
export interface ChatHits {
  readonly chat: Chat;
  readonly hits: MessageHit[];
  readonly more: number;
}

/** Contact fields of a customer that match. */
export interface CustomerHit extends Readonly<Partial<Record<ContactField | 'externalId', MarkedText>>> {
  /** the customer's latest chat */
  readonly chat: Chat;
}
