import { useMutation, useQuery } from '@tanstack/react-query';
import type { Chat } from '#shared/domain/entities.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** All tags, by name. */
export function useTags() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.tags, queryFn: async () => (await call('tags.list', {})).tags });
}

/** Gives a chat its tags. They show at once; where the engine does not take them, the ones before are back. */
export function useSetChatTags() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (input: { readonly chatId: string; readonly tags: readonly string[] }) =>
      call('chats.setTags', { chatId: input.chatId, tags: [...input.tags] }),
    onMutate: ({ chatId, tags }) => {
      const before = queryClient.getQueryData<Chat>(keys.chat(chatId));
      if (before !== undefined) queryClient.setQueryData<Chat>(keys.chat(chatId), { ...before, tags: [...tags] });
    },
    onSuccess: (chat) =>
      void queryClient.setQueryData<Chat>(keys.chat(chat.id), (now) => now && { ...now, tags: chat.tags }),
    onError: (_error, { chatId }) => void queryClient.invalidateQueries({ queryKey: keys.chat(chatId) }),
  });
}
