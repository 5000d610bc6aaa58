import type { Chat, Message } from '#shared/domain/entities.ts';
import type { Ask } from '../ask-as.ts';
import { reasonToCall, type Attention } from './attention.ts';

/**
 * Chats that want a person: who waits in the queue first, longest of all before the others, then whom a bot keeps for
 * one, then one's own unread. At most `limit` of each.
 */
export async function askForWanting(ask: Ask, limit: number): Promise<readonly Chat[]> {
  const [queue, bots, mine] = await Promise.all([
    ask('chats.list', { filter: 'waiting', limit }),
    ask('chats.list', { filter: 'bot', limit }),
    ask('chats.list', { filter: 'mine', limit }),
  ]);
  const asked = bots.chats.filter(({ askedForPerson, unread }) => askedForPerson && unread > 0);
  return [...queue.chats, ...asked, ...mine.chats.filter(({ unread }) => unread > 0)];
}

/** Most chats of a kind that are asked for; who has more of them waiting needs no exact number. */
const MOST = 100;

/** Who waited for this operator before the app started, and whether there are more of them than are given. */
export async function askForBacklog(
  ask: Ask,
  operatorId: string,
): Promise<{ readonly attentions: readonly Attention[]; readonly isMore: boolean }> {
  const [wanting, counts] = await Promise.all([askForWanting(ask, MOST), ask('chats.counts', {})]);
  const attentions = wanting.flatMap((chat) => attentionTo(chat, operatorId) ?? []);
  return { attentions, isMore: counts.waiting > MOST };
}

/** A chat in the queue that somebody has opened already was heeded, unless a bot asked for more than that. */
function attentionTo(chat: Chat, operatorId: string): Attention | undefined {
  const reason = reasonToCall(chat, operatorId);
  if (reason === undefined || (chat.unread === 0 && reason !== 'askedForPerson')) return undefined;
  return { reason, message: lastOf(chat), chat };
}

/** What the customer said last; of what others said the notification is no place. */
function lastOf(chat: Chat): Message {
  const said = chat.lastMessage?.from === 'customer' ? chat.lastMessage : undefined;
  return { id: '', from: 'system', type: 'text', at: chat.lastActivityAt, ...said, chatId: chat.id };
}
