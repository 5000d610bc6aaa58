import { inOrder, type Connection } from '../connection.ts';
import { lookUpChat, type ChatChange } from './chat-change.ts';
import { closeFound } from './chats.ts';

export interface SilentChats {
  /** nothing was said in them after this time */
  readonly before: number;
  /** also those whose customer waits for an answer */
  readonly unanswered: boolean;
}

/** Closes chats in which it has been quiet for so many hours; one in which something was said meanwhile stays open. A bot that had one is told. */
export async function closeSilentChats(
  connection: Connection,
  act: SilentChats & { readonly chatIds: readonly string[]; readonly hours: number; readonly at: number },
): Promise<readonly ChatChange[]> {
  return await inOrder(act.chatIds, async (id) => {
    const found = await lookUpChat(connection, id);
    if (found === undefined || found.row.lastActivityAt >= act.before) return undefined;
    const { state, waitingSince } = found.standing;
    if (state === 'closed' || (!act.unanswered && waitingSince !== undefined)) return undefined;
    return await closeFound(connection, found, { kind: 'closed_by_silence', hours: act.hours }, act.at);
  });
}
