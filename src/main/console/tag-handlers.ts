import type { Store } from '#main/store/store.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { tagRoutes } from '#shared/contract/tags.ts';
import type { Handlers } from './router.ts';

export interface TagHandlerOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly emit: Emit;
}

/** Words that chats and contacts are found by. */
export function tagHandlers({ store, emit }: TagHandlerOptions): Pick<Handlers, keyof typeof tagRoutes> {
  const everywhere = <T>(result: T): T => {
    emit('tags.changed', { everywhere: true });
    return result;
  };
  return {
    'chats.setTags': async (input) => {
      const { chat, changed } = await store.write('setChatTags', input);
      if (changed) {
        // Not `announce`: to the chat, its bot and its customer nothing has happened.
        emit('chat.changed', { chat });
        emit('tags.changed', { everywhere: false });
      }
      return chat;
    },
    'tags.list': async () => ({ tags: await store.read('listTags') }),
    'tags.rename': async (input) => everywhere(await store.write('renameTag', input)),
    'tags.merge': async (input) => everywhere(await store.write('mergeTags', input)),
    'tags.remove': async (input) => {
      await store.write('removeTag', input);
      return everywhere({});
    },
  };
}
