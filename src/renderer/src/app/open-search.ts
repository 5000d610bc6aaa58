import { useSearchView } from '#renderer/features/search/search-view.ts';

/** Goes to the search to ask for something else: with the focus in its field, and what was asked before selected. */
export function openSearch(page: Document, navigate: (place: string) => void): void {
  useSearchView.getState().leave(0, undefined);
  navigate('/search');
  // Where its screen is shown already, nothing else would take the focus there.
  const field = page.querySelector<HTMLInputElement>('main search input');
  field?.focus();
  field?.select();
}
