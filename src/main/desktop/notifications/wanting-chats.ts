import type { Chat } from '#shared/domain/entities.ts';
import type { Ask } from '../ask-as.ts';

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
