import { useState, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { useHistoryState } from 'wouter/use-browser-location';
import { persist } from 'zustand/middleware';

/** The value of `read`, refreshed whenever one of these events fires. */
function usePage(targets: () => Readonly<Record<string, EventTarget>>, read: () => boolean): boolean {
  return useSyncExternalStore((changed) => {
    const stop = new AbortController();
    for (const [event, target] of Object.entries(targets()))
      target.addEventListener(event, changed, { signal: stop.signal });
    return () => stop.abort();
  }, read);
}

/** Subscribes to a media query, such as `(min-width: 1120px)`. */
export function useMediaQuery(query: string): boolean {
  return usePage(
    () => ({ change: window.matchMedia(query) }),
    () => window.matchMedia(query).matches,
  );
}

/** True while the window is as narrow as a phone: `--breakpoint-phone` in styles.css. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 559.98px)');
}

/** True if focusing a field opens a keyboard on the screen, which covers what is to be read. */
export function hasTouchKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Focuses the composer of a chat that is already open, except on touch screens; one that opens does so itself. */
export function focusComposer(page: Document): void {
  if (hasTouchKeyboard()) return;
  requestAnimationFrame(() => page.querySelector<HTMLElement>('main [data-composer]')?.focus());
}

interface OverlayEntry {
  readonly overlay?: string;
}

/**
 * Adds an overlay of the page, such as a drawer, to the history: Back closes it, and closing it goes back. A page
 * opened from it comes after it, so that Back shows it again.
 */
export function useOverlay<Name extends string>() {
  const entry = useHistoryState<OverlayEntry | null>();
  const [acts] = useState(() => createOverlayActs<Name>(window.history));
  return { ...acts, shown: entry?.overlay as Name | undefined };
}

function createOverlayActs<Name extends string>(history: History) {
  const overlayEntry = (): OverlayEntry | undefined => {
    const entry = history.state as OverlayEntry | null;
    return entry?.overlay === undefined ? undefined : entry;
  };
  let left: OverlayEntry | undefined;
  return {
    show: (overlay: Name): void => {
      if (overlayEntry() === undefined) history.pushState({ overlay }, '');
      else history.replaceState({ overlay }, '');
    },
    close: (): void => {
      const entry = overlayEntry();
      // Going back takes a moment, in which it may be closed again.
      if (entry === undefined || entry === left) return;
      left = entry;
      history.back();
    },
  };
}

/** True while this window is visible, focused or not. */
export function useVisible(): boolean {
  return usePage(
    () => ({ visibilitychange: document }),
    () => document.visibilityState === 'visible',
  );
}

/** True while somebody may be looking at this window: visible and focused. */
export function useLooking(): boolean {
  return usePage(
    () => ({ focus: window, blur: window, visibilitychange: document }),
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}

/** True while the browser reports a network connection. */
export function useOnline(): boolean {
  return usePage(
    () => ({ online: window, offline: window }),
    () => navigator.onLine,
  );
}

export function createPersisted<State extends object>(name: string, initial: State) {
  return create(persist(() => initial, { name: `counterbell.${name}`, version: 1 }));
}

/** A position in a list: pixels scrolled, and the last opened result. */
export interface ListPosition {
  readonly scrolled: number;
  readonly opened: string | undefined;
}

export interface ListView<Filter> extends ListPosition {
  readonly filter: Filter;
  /** begins at the top again */
  readonly change: (changed: Partial<Filter>) => void;
}

/** A list screen's filters, stored on this device, and the position in it, kept while the window is open. */
export function createListView<Filter extends object>(name: string, initial: Filter, version = 1) {
  return create<ListView<Filter>>()(
    persist(
      (set) => ({
        filter: initial,
        scrolled: 0,
        opened: undefined,
        change: (changed) =>
          set(({ filter }) => ({ filter: { ...filter, ...changed }, scrolled: 0, opened: undefined })),
      }),
      { name: `counterbell.${name}`, version, partialize: ({ filter }) => ({ filter }) },
    ),
  );
}

interface Persisted {
  readonly getOptions: () => { readonly name?: string };
  readonly rehydrate: () => unknown;
}

/** Follows what other windows of this device keep in a store. Returns how to stop. */
export function followOtherWindows(store: Persisted): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === store.getOptions().name) void store.rehydrate();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/**
 * Keeps the page above a keyboard on the screen. Browsers that shrink the page themselves (`interactive-widget`) need
 * nothing; Safari lays its keyboard over the page and moves it up. Returns how to stop.
 */
export function followKeyboard(page: Window): () => void {
  const seen = page.visualViewport;
  if (seen === null || !page.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const { style } = page.document.documentElement;
  const stop = new AbortController();
  const follow = (): void => {
    // Enlarged with two fingers: what is visible is only a part.
    const isCovered = seen.scale === 1 && seen.height < page.innerHeight - 1;
    style.height = isCovered ? `${String(seen.height)}px` : '';
    if (isCovered) page.scrollTo(0, 0);
  };
  seen.addEventListener('resize', follow, { signal: stop.signal });
  seen.addEventListener('scroll', follow, { signal: stop.signal });
  return () => {
    stop.abort();
    style.height = '';
  };
}
