import { useQuery } from '@tanstack/react-query';
import type { MediaPart } from '#shared/contract/media.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { useAsk, useChange } from './ask.ts';
import { useConsole } from './console-context.tsx';

/** How it stands with a message's file or preview; asking is what begins its fetch. `enabled`: there is one at all. */
export function useMedia(messageId: string, part: Exclude<MediaPart, 'avatar'>, enabled = true) {
  return useAsk('media.get', { id: messageId, part }, { enabled });
}

/** Fetches a file now: a large one that waits to be asked for, or once more one that was refused. */
export function useFetchMedia() {
  return useChange('media.fetch', 'media.get', { asked: (of) => of, after: (state) => state });
}

/** Asks again how it stands with a file that was there and is not any more. */
export function useMediaGone(): (id: string, part: MediaPart) => void {
  const { queryClient } = useConsole();
  return (id, part) => void queryClient.invalidateQueries({ queryKey: ['media.get', { id, part }] });
}

/** Path of a customer's photo on the page's own origin; undefined while there is none. */
export function useCustomerPhoto({ id, photo }: Pick<Customer, 'id' | 'photo'>): string | undefined {
  const { call } = useConsole();
  const { data } = useQuery({
    // Another address is another picture.
    queryKey: ['media.get', { id, part: 'avatar' }, photo],
    enabled: photo !== undefined,
    queryFn: () => call('media.get', { id, part: 'avatar' }),
  });
  return photo !== undefined && data?.state === 'ready' && data.form === 'image' ? data.url : undefined;
}
