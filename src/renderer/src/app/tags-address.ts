import { useEffect } from 'react';
import { useInboxView } from '#renderer/features/inbox/inbox-view.ts';
import { MOST_TAGS, tidyTag } from '#shared/domain/tags.ts';
import { hashSearch } from './hash-path.tsx';

const NAME = 'tag';

/** The tags in an address: `#/?tag=vip&tag=refund`. */
export function tagsInAddress(hash: string): readonly string[] {
  return hashSearch(hash)
    .getAll(NAME)
    .map(tidyTag)
    .filter((tag) => tag !== '')
    .slice(0, MOST_TAGS);
}

/** The address of a place in the inbox that is narrowed to tags. */
export function addressWithTags(hash: string, tags: readonly string[]): string {
  const search = hashSearch(hash);
  search.delete(NAME);
  for (const tag of tags) search.append(NAME, tag);
  const path = hash.split('?')[0] ?? '#/';
  const rest = search.toString();
  return `${path === '' ? '#/' : path}${rest === '' ? '' : `?${rest}`}`;
}

/** The inbox's tags stand in the address, and an address with tags narrows the inbox to them; one without leaves it as it is. */
export function useTagsAddress(page: Window, place: string): void {
  const tags = useInboxView((view) => view.tags);
  useEffect(() => {
    const read = (): void => {
      const given = tagsInAddress(page.location.hash);
      if (given.length > 0) useInboxView.getState().setTags(given);
    };
    read();
    page.addEventListener('hashchange', read);
    return () => page.removeEventListener('hashchange', read);
  }, [page]);
  useEffect(() => {
    const current = useInboxView.getState().tags;
    // An address that says the same is left alone: somebody may be on the way to another.
    if (tagsInAddress(page.location.hash).join('\n') === current.join('\n')) return;
    page.history.replaceState(page.history.state, '', addressWithTags(page.location.hash, current));
  }, [page, place, tags]);
}
