import { useMemo, useEffect, type ReactNode } from 'react';
import { useHashLocation } from 'wouter/use-hash-location';
import { narrow, useInboxView } from '#renderer/state/inbox-view.ts';
import { createProvided } from '#renderer/state/provided.ts';
import { MAX_TAGS, normalizeTag } from '#shared/domain/tags.ts';
import { usePublicAddress } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { chatPageAddress } from '#shared/domain/site-addresses.ts';

type Location = ReturnType<typeof useHashLocation>;

const [LocationProvider, useAddress] = createProvided<Location>('AddressProvider');

/**
 * Shares one reading of the window's address. The browser changes it before the event: parts reading it on their own
 * would disagree for a moment, and a router without a matching route would redirect.
 */
export function AddressProvider({ children }: { readonly children: ReactNode }) {
  const [location, navigate] = useHashLocation();
  return (
    <LocationProvider value={useMemo(() => [location, navigate], [location, navigate])}>{children}</LocationProvider>
  );
}

/** wouter's hash location without its query, so that routes match the path alone. */
export function useHashPath(): Location {
  const [location, navigate] = useAddress();
  return [location.split('?')[0] ?? '/', navigate];
}

useHashPath.hrefs = (href: string): string => `#${href}`;

/** The query of the hash: `#/?tag=urgent`. */
function hashSearch(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}

/** The query of this window's address, kept up to date. */
export function useHashSearch(): URLSearchParams {
  const [location] = useAddress();
  return useMemo(() => hashSearch(location), [location]);
}

const KEY = 'counterbell.path';

/** The last path used; a fresh window without an address starts there. */
export function restorePath(page: Window): void {
  if (page.location.hash.length > 2) return;
  const hash = page.localStorage.getItem(KEY);
  if (hash !== null && hash.startsWith('#/')) page.history.replaceState(null, '', hash);
}

/** Remembers a path for the next start. */
export function rememberPath(page: Window, path: string): void {
  page.localStorage.setItem(KEY, `#${path}`);
}

/** Checks whether the console was ever shown on this device. */
export function hasRememberedPath(page: Window): boolean {
  return page.localStorage.getItem(KEY) !== null;
}

/** The tags in an address: `#/?tag=vip&tag=refund`. */
export function tagsInAddress(hash: string): readonly string[] {
  const tags = hashSearch(hash).getAll('tag').map(normalizeTag);
  return tags.filter((tag) => tag !== '').slice(0, MAX_TAGS);
}

/** The address of the inbox filtered by tags. */
export function addressWithTags(hash: string, tags: readonly string[]): string {
  const search = hashSearch(hash);
  search.delete('tag');
  for (const tag of tags) search.append('tag', tag);
  const [path] = hash.split('?');
  return `${path || '#/'}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

/** Syncs the inbox's tag filter with the address; an address without tags leaves the filter unchanged. */
export function useTagsAddress(page: Window, location: string): void {
  const tags = useInboxView((view) => view.tags);
  useEffect(() => {
    const read = (): void => {
      const addressed = tagsInAddress(page.location.hash);
      if (addressed.length > 0) narrow({ tags: addressed });
    };
    read();
    page.addEventListener('hashchange', read);
    return () => page.removeEventListener('hashchange', read);
  }, [page]);
  useEffect(() => {
    const current = useInboxView.getState().tags;
    // An equal address is not replaced: a navigation may be in progress.
    if (tagsInAddress(page.location.hash).join('\n') === current.join('\n')) return;
    page.history.replaceState(page.history.state, '', addressWithTags(page.location.hash, current));
  }, [page, location, tags]);
}

/** Opens the page of a channel's window. Call it directly in a click, so that browsers allow the new page. */
export function useOpenChatPage(): (channel: Pick<Channel, 'publicId' | 'box'>) => void {
  const base = usePublicAddress();
  return (channel) => window.open(chatPageAddress(base, channel), '_blank', 'noopener');
}
