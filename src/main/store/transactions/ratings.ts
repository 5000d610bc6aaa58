import { ContractError } from '#shared/contract/errors.ts';
import type { Message } from '#shared/domain/message.ts';
import { ratingRequest } from '#shared/locales/rating.ts';
import { ratingState, type RatingState } from '#shared/domain/rating-rules.ts';
import { renderAgentMessage } from '#shared/protocol/agent-message.ts';
import type { Connection } from '../connection.ts';
import { enqueueEvent } from './bot-events.ts';
import {
  actingOperator,
  requireAllowed,
  type ChatChange,
  findChat,
  type FoundChat,
  insertMessage,
  insertSystemLine,
  mustRead,
  saveLastMessage,
} from './chat-change.ts';
import type { OperatorInput } from './chats.ts';
import { enqueueDelivery, QUEUED } from './deliveries.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** A request for a rating: only the digest of the page's address is stored. */
export interface RatingInvitation {
  readonly digest: string;
  /** of the page */
  readonly address: string;
  /** invitations by channel id; a channel without one uses the default */
  readonly texts: Readonly<Record<string, string>>;
}

const ONLY_LOCAL = phrase('errors:refusals.chat.ratingOnlyHere');

interface RatingAsker {
  readonly name: string;
  readonly photo?: string | undefined;
  readonly botId?: string | undefined;
  readonly operatorId?: string | undefined;
}

/** Sends the customer a link to a rating page, in the asker's name. Coded error: not_reachable, if none is given. */
export async function inviteToRate(
  connection: Connection,
  { row, chatId }: FoundChat,
  asker: RatingAsker,
  invitation: RatingInvitation | undefined,
  at: number,
): Promise<ChatChange & { readonly message: Message }> {
  if (invitation === undefined) throw new ContractError('not_reachable', ONLY_LOCAL);
  const { digest, address, texts } = invitation;
  const { channelId, customerId, externalId } = row;
  const text = ratingRequest(texts[channelId], address);
  const { botId, operatorId, name: askedName } = asker;
  await connection.insert('ratings', {
    digest,
    chatId,
    customerId,
    channelId,
    botId,
    operatorId,
    askedName,
    askedAt: at,
  });
  const whose =
    asker.botId === undefined
      ? { from: 'operator' as const, ...(asker.operatorId !== undefined && { operatorId: asker.operatorId }) }
      : { from: 'bot' as const, botId: asker.botId };
  const message = await insertMessage(connection, { chatId, type: 'text', text, at, authorName: asker.name, ...whose });
  const sender = { name: asker.name, ...(asker.photo !== undefined && { photo: asker.photo }) };
  const body = renderAgentMessage(externalId, sender, { type: 'text', id: message.id, text });
  const sending = [
    await enqueueDelivery(connection, { messageId: message.id, chatId: message.chatId, channelId, body }),
  ];
  await saveLastMessage(connection, chatId, message);
  const shown: Message = { ...message, delivery: QUEUED };
  return { chat: await mustRead(connection, chatId), changed: true, added: [shown], sending, message: shown };
}

/** An operator asks for a rating; the chat stays. Coded errors: not_found, chat_closed, chat_taken, not_reachable. */
export async function requestRating(
  connection: Connection,
  act: OperatorInput & {
    readonly publicUrl?: string | undefined;
    /** undefined: customers could not open the page */ readonly invitation: RatingInvitation | undefined;
  },
): Promise<ChatChange & { readonly message: Message }> {
  const { id, name, photo } = await actingOperator(connection, act.operatorId, act.publicUrl);
  const found = await findChat(connection, act.chatId);
  const { state, operatorId } = found.ownership;
  if (state === 'closed') await requireAllowed(connection, found, { ok: false, refusal: 'chat_closed' });
  if (state === 'active' && operatorId !== id)
    await requireAllowed(connection, found, { ok: false, refusal: 'chat_taken' });
  return await inviteToRate(connection, found, { operatorId: id, name, photo }, act.invitation, act.at);
}

export interface RatedPage {
  readonly state: RatingState;
  readonly rate?: number | undefined;
  readonly comment?: string | undefined;
  readonly channelId: string;
}

export type Rated = { readonly page: RatedPage | undefined; readonly change: ChatChange | undefined };

/** A customer's rating; another one replaces it while that is possible. */
export async function rateChat(
  connection: Connection,
  answer: { readonly digest: string; readonly rate: number; readonly comment: string | undefined; readonly at: number },
): Promise<Rated> {
  const { digest, rate, comment, at } = answer;
  const row = await connection.get<RatingRow>('SELECT * FROM ratings WHERE digest = ?', digest);
  if (row === undefined) return { page: undefined, change: undefined };
  const page = ratingPageOf(row, at);
  const isSame = page.rate === rate && page.comment === comment;
  if (page.state === 'settled' || page.state === 'expired' || isSame) return { page, change: undefined };
  const again = page.state === 'answered';
  const { id, chatId, customerId, botId, firstRatedAt = at } = row;
  await connection.update('ratings', { id }, { rate, comment, ratedAt: at, firstRatedAt });
  const given = { rate, ...(comment !== undefined && { comment }) };
  await connection.update('chats', { id: chatId }, { rating: { ...given, at } });
  const line = await insertSystemLine(connection, chatId, { kind: 'rated', ...given, again }, at);
  const event = { event: 'CLIENT_RATED', rate, comment } as const;
  const events = botId === undefined ? [] : [await enqueueEvent(connection, { botId, chatId, customerId, at }, event)];
  return {
    page: { ...page, state: 'answered', rate, comment },
    change: { chat: await mustRead(connection, chatId), changed: true, added: [line], events },
  };
}

export interface RatingRow {
  readonly id: string;
  readonly chatId: string;
  readonly customerId: string;
  readonly channelId: string;
  readonly botId?: string;
  readonly operatorId?: string;
  readonly askedName: string;
  readonly askedAt: number;
  readonly rate?: number;
  readonly comment?: string;
  readonly firstRatedAt?: number;
  readonly ratedAt?: number;
}

export function ratingPageOf({ channelId, askedAt, firstRatedAt, rate, comment }: RatingRow, now: number): RatedPage {
  return { channelId, state: ratingState({ askedAt, firstRatedAt }, now), rate, comment };
}
