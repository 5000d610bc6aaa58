import type { Store } from '#main/store/store.ts';
import type { Handlers } from './router.ts';

/** Chats or customers of a page where the caller names no number. */
const PAGE = 20;

/** What was said, and who said it, found by words. */
export function searchHandlers({
  store,
}: {
  readonly store: Pick<Store, 'read'>;
}): Pick<Handlers, Extract<keyof Handlers, `search.${string}`>> {
  return {
    'search.messages': (search) => store.read('searchMessages', { ...search, limit: search.limit ?? PAGE }),
    'search.customers': (search) => store.read('searchCustomers', { ...search, limit: search.limit ?? PAGE }),
  };
}
