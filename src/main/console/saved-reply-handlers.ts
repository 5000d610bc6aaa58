import type { Store } from '#main/store/store.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Handlers } from './router.ts';

export interface SavedReplyHandlerOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly emit: Emit;
}

/** Words that operators say often. */
export function savedReplyHandlers({
  store,
  emit,
}: SavedReplyHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `savedReplies.${string}`>> {
  const list = async () => ({ replies: await store.read('listSavedReplies') });
  const announced = async <T>(result: T): Promise<T> => {
    emit('savedReplies.changed', await list());
    return result;
  };
  return {
    'savedReplies.list': list,
    'savedReplies.create': async ({ shortcut, text }) =>
      announced(await store.write('addSavedReply', { shortcut, text: text.toWellFormed() })),
    'savedReplies.update': async ({ text, ...change }) =>
      announced(await store.write('changeSavedReply', { ...change, text: text?.toWellFormed() })),
    'savedReplies.remove': async ({ replyId }) => {
      await store.write('removeSavedReply', { replyId });
      return announced({});
    },
    'savedReplies.import': async ({ replies }) => {
      const result = await store.write('importSavedReplies', {
        replies: replies.map(({ shortcut, text }) => ({ shortcut, text: text.toWellFormed() })),
      });
      return result.added + result.changed > 0 ? announced(result) : result;
    },
  };
}
