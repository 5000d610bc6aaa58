import { close } from '#shared/domain/chat-rules.ts';
import type { Connection } from '../connection.ts';
import { allowed, finish, lookUpChat, type ChatChange } from './chat-change.ts';
import { closedEvents, noteClosed } from './chats.ts';
import { insertSystemLine } from './messages.ts';

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
  return (
    await Array.fromAsync(act.chatIds, async (id) => {
      const found = await lookUpChat(connection, id);
      if (found === undefined || Number(found.row['last_activity_at']) >= act.before) return [];
      if (!act.unanswered && found.standing.waitingSince !== undefined) return [];
      const move = await allowed(connection, found, close(found.standing));
      if (!move.changed) return [];
      await noteClosed(connection, found, act.at);
      const change = await finish(connection, found, move, () =>
        insertSystemLine(connection, found.chatId, { kind: 'closed_by_silence', hours: act.hours }, act.at),
      );
      return { ...change, events: await closedEvents(connection, found, act.at) };
    })
  ).flat();
}
