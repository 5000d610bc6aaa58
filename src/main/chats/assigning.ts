import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Announce, ChatsOptions } from './chats.ts';

/** Who gives which chat to whom. */
export interface Assigning {
  /** Coded errors: not_found, chat_closed, chat_taken */
  readonly assign: (operatorId: string, wish: ParsedInput<'chats.assign'>) => Promise<Chat>;
  /** to who had the chat before the asking operator assigned it. Coded errors: not_found, chat_taken */
  readonly unassign: (operatorId: string, chatId: string) => Promise<Chat>;
}

export interface AssigningOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly staffedChannels: ChatsOptions['staffedChannels'];
}

export function createAssigning({ store, clock, announce, staffedChannels }: AssigningOptions): Assigning {
  return {
    assign: async (operatorId, { chatId, operatorId: toOperatorId, over = false, note, clientId }) => {
      const act = { chatId, operatorId, toOperatorId, over, clientId, at: clock.wall() };
      return announce(await store.write('assignChat', { ...act, note: note?.toWellFormed() }));
    },
    unassign: async (operatorId, chatId) => {
      const act = { chatId, operatorId, at: clock.wall() };
      return announce(await store.write('unassignChat', { ...act, staffedChannels: staffedChannels() }));
    },
  };
}
