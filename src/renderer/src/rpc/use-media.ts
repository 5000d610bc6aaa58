import { useQuery } from '@tanstack/react-query';
import type { MediaPart } from '#shared/contract/media.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { useRouteQuery, useCachedMutation } from './ask.ts';
import { useConsole } from './console-context.tsx';

/** The state of a message's file or preview; asking starts its download. `enabled`: it has one. */
export function useMedia(messageId: string, part: Exclude<MediaPart, 'avatar'>, enabled = true) {
  return useRouteQuery('media.get', { id: messageId, part }, { enabled });
}

/** Downloads a file now: a large one that waits for a click, or a failed one again. */
export function useFetchMedia() {
  return useCachedMutation('media.fetch', 'media.get', { cachedInput: (of) => of, after: (state) => state });
}

/** Refetches the state of a file that has disappeared. */
export function useMediaGone(): (id: string, part: MediaPart) => void {
  const { queryClient } = useConsole();
  return (id, part) => void queryClient.invalidateQueries({ queryKey: ['media.get', { id, part }] });
}

/** Path of a customer's photo on the page's origin; undefined without one. */
export function useCustomerPhoto({ id, photo }: Pick<Customer, 'id' | 'photo'>): string | undefined {
  const { call } = useConsole();
  const { data } = useQuery({
    // A new address means a new picture.
    queryKey: ['media.get', { id, part: 'avatar' }, photo],
    enabled: photo !== undefined,
    queryFn: () => call('media.get', { id, part: 'avatar' }),
  });
  return photo !== undefined && data?.state === 'ready' && data.form === 'image' ? data.url : undefined;
}
