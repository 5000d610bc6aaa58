import { useMutation, useQuery } from '@tanstack/react-query';
import type { MediaPart, MediaState } from '#shared/contract/media.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** How it stands with a message's file or preview; asking is what begins its fetch. `enabled`: there is one at all. */
export function useMedia(messageId: string, part: Exclude<MediaPart, 'avatar'>, enabled = true) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.media(messageId, part),
    enabled,
    queryFn: () => call('media.get', { id: messageId, part }),
  });
}

/** Fetches a file now: a large one that waits to be asked for, or once more one that was refused. */
export function useFetchMedia() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (of: { readonly id: string; readonly part: MediaPart }) => call('media.fetch', of),
    onSuccess: (state, { id, part }) => queryClient.setQueryData<MediaState>(keys.media(id, part), state),
  });
}

/** Asks again how it stands with a file that was there and is not any more. */
export function useMediaGone(): (id: string, part: MediaPart) => void {
  const { queryClient } = useConsole();
  return (id, part) => void queryClient.invalidateQueries({ queryKey: keys.media(id, part) });
}

/** Path of a customer's photo on the page's own origin; undefined while there is none. */
export function useCustomerPhoto({ id, photo }: Pick<Customer, 'id' | 'photo'>): string | undefined {
  const { call } = useConsole();
  const { data } = useQuery({
    queryKey: keys.avatar(id, photo ?? ''),
    enabled: photo !== undefined,
    queryFn: () => call('media.get', { id, part: 'avatar' }),
  });
  return photo !== undefined && data?.state === 'ready' && data.form === 'image' ? data.url : undefined;
}
