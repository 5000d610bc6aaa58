import type { Clock } from '#main/clock/clock.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Store } from '#main/store/store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Announce } from './announce.ts';
import type { ChatsOptions } from './chats.ts';

/** Who gives which chat to whom. */
export interface Assigning {
  /** Coded errors: not_found, chat_closed, chat_taken */
  readonly assign: (operatorId: string, wish: ParsedInput<'chats.assign'>) => Promise<Chat>;
  /** to who had the chat before the asking operator assigned it. Coded errors: not_found, chat_taken */
  readonly unassign: (operatorId: string, chatId: string) => Promise<Chat>;
  /** open chats of operators who are gone join the queue; resolves to how many. `removedName`: of the one who went just now */
  readonly release: (removedName?: string) => Promise<number>;
}

export interface AssigningOptions {
  readonly store: Store;
  readonly operators: Pick<Operators, 'get' | 'list' | 'nameOf'>;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly bots: ChatsOptions['bots'];
}

export function createAssigning({ store, operators, clock, announce, bots }: AssigningOptions): Assigning {
  const operatorIds = (): readonly string[] => operators.list().map(({ id }) => id);
  const colleague = (id: string): { readonly id: string; readonly name: string } => {
    const name = operators.nameOf(id);
    if (name === undefined) throw new ContractError('not_found', 'This operator no longer works here');
    return { id, name };
  };
  return {
    assign: async (operatorId, { chatId, operatorId: toId, over, note, clientId }) => {
      const holder = await store.read('getChat', { chatId });
      // Looked up in the same turn as the transaction is queued: who is removed from here on is released after it.
      const act = { chatId, operator: operators.get(operatorId), to: colleague(toId), at: clock.wall() };
      return announce(
        await store.write('assignChat', {
          ...act,
          over: over ?? false,
          note: note?.toWellFormed(),
          clientId,
          holderName: operators.nameOf(holder.operatorId),
          botName: bots.nameOf(holder.botId),
        }),
      );
    },
    unassign: async (operatorId, chatId) => {
      const { channelId, operatorId: holderId } = await store.read('getChat', { chatId });
      const context = bots.contextFor(channelId);
      const act = { chatId, operator: operators.get(operatorId), at: clock.wall() };
      return announce(
        await store.write('unassignChat', {
          ...act,
          holderName: operators.nameOf(holderId),
          operatorIds: operatorIds(),
          context,
        }),
      );
    },
    release: async (removedName) => {
      const changes = await store.write('releaseChats', { operatorIds: operatorIds(), removedName, at: clock.wall() });
      for (const change of changes) announce(change);
      return changes.length;
    },
  };
}
