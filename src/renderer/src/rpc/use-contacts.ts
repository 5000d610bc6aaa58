import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

const PAGE = 50;

/** What is known of a customer and of those they are merged with. */
export function useContact(customerId: string) {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.contact(customerId), queryFn: () => call('contacts.get', { customerId }) });
}

/** Contacts that a customer could be merged with. */
export function useFoundContacts(customerId: string, query: string) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.contactsFound(customerId, query),
    queryFn: async () => (await call('contacts.find', { customerId, query })).contacts,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Changes notes and tags of a contact, merges contacts and takes that back; every window hears of it. */
export function useContactChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keys.contacts });
  return {
    update: useMutation({
      mutationFn: (change: RouteInput<'contacts.update'>) => call('contacts.update', change),
      onSuccess,
    }),
    merge: useMutation({
      mutationFn: (input: RouteInput<'contacts.merge'>) => call('contacts.merge', input),
      onSuccess,
    }),
    separate: useMutation({ mutationFn: (customerId: string) => call('contacts.separate', { customerId }), onSuccess }),
  };
}

/** Blocks customers; `unblock` opens the chats again that were closed with it. */
export function useBlocking() {
  const { call } = useConsole();
  return {
    block: useMutation({ mutationFn: (customerId: string) => call('customers.block', { customerId }) }),
    unblock: useMutation({
      mutationFn: async ({
        customerId,
        reopen = [],
      }: {
        readonly customerId: string;
        readonly reopen?: readonly string[];
      }) => {
        await call('customers.unblock', { customerId });
        for (const chatId of reopen) await call('chats.reopen', { chatId });
      },
    }),
  };
}

/** Customers who are not heard, the latest first, page by page. */
export function useBlocked() {
  const { call } = useConsole();
  return useInfiniteQuery({
    queryKey: keys.blocked,
    queryFn: ({ pageParam }) =>
      call('customers.blocked', { limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ blocked }) => blocked),
  });
}
