import type { Chat, Message } from '#shared/domain/entities.ts';
import { hasSeen, needOf } from '#shared/domain/needs-person.ts';
import type { Ask } from '../ask-as.ts';
import type { Attention } from './attention.ts';

/** Most chats that are asked for; who has more of them waiting needs no exact number. */
const MOST = 100;

/** Who waited for this operator before the app started, and whether there are more of them than are given. */
export async function askForBacklog(
  ask: Ask,
  operatorId: string,
): Promise<{ readonly attentions: readonly Attention[]; readonly isMore: boolean }> {
  const { chats, nextCursor } = await ask('chats.list', { filter: 'needsMe', limit: MOST });
  const attentions = chats.flatMap((chat) => {
    const reason = needOf(chat, operatorId);
    return reason === undefined || hasSeen(chat, operatorId) ? [] : { reason, message: lastOf(chat), chat };
  });
  return { attentions, isMore: nextCursor !== undefined };
}

/** What the customer said last; of what others said the notification is no place. */
function lastOf(chat: Chat): Message {
  const said = chat.lastMessage?.from === 'customer' ? chat.lastMessage : undefined;
  return { id: '', from: 'system', type: 'text', at: chat.lastActivityAt, ...said, chatId: chat.id };
}
