import type { Assigning } from '#main/chats/assigning.ts';
import type { Attention } from '#main/chats/attention.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { operatorRoutes } from '#shared/contract/operators.ts';
import type { Handlers } from './router.ts';

export interface OperatorHandlerOptions {
  readonly operators: Operators;
  readonly assigning: Assigning;
  readonly attention: Attention;
}

/** Who works here, who has which chat, and who is at it. */
export function operatorHandlers({
  operators,
  assigning,
  attention,
}: OperatorHandlerOptions): Pick<Handlers, keyof typeof operatorRoutes> {
  return {
    'operators.me': async (_input, { operatorId }) => operators.get(operatorId),
    'operators.list': async () => ({ operators: [...operators.list()] }),
    'operators.update': (change, { operatorId }) => operators.update(operatorId, change),
    'operators.setPresence': ({ presence }, { operatorId }) => operators.setPresence(operatorId, presence),
    'operators.add': (fields) => operators.add(fields),
    'operators.change': ({ operatorId, ...change }) => operators.change(operatorId, change),
    'operators.renewKey': async ({ operatorId }) => ({ accessKey: await operators.renewKey(operatorId) }),
    'operators.remove': async ({ operatorId }, caller) => ({
      queued: await operators.remove(operatorId, caller.operatorId),
    }),
    'chats.assign': async (wish, { operatorId }) => {
      attention.ended(wish.chatId, operatorId);
      return assigning.assign(operatorId, wish);
    },
    'chats.unassign': ({ chatId }, { operatorId }) => assigning.unassign(operatorId, chatId),
    'chats.look': async ({ windowId, chatId }, { operatorId }) => {
      attention.look(windowId, operatorId, chatId);
      return {};
    },
    'chats.attention': async () => ({ chats: attention.list() }),
  };
}
