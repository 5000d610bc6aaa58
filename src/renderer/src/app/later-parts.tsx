import type { ComponentProps } from 'react';
import { lazy, type LazyPart } from '#renderer/components/lazy.tsx';
import type * as Later from './later.ts';

export const CommandPalette: LazyPart<ComponentProps<typeof Later.CommandPalette>> = lazy(
  async () => (await import('./later.ts')).CommandPalette,
);
export const ContactCard: LazyPart<ComponentProps<typeof Later.ContactCard>> = lazy(
  async () => (await import('./later.ts')).ContactCard,
);
export const ConversationPane: LazyPart<ComponentProps<typeof Later.ConversationPane>> = lazy(
  async () => (await import('./later.ts')).ConversationPane,
  ChatLoading,
);
export const Drawer: LazyPart<ComponentProps<typeof Later.Drawer>> = lazy(
  async () => (await import('./later.ts')).Drawer,
);
export const SearchScreen = lazy(async () => (await import('./later.ts')).SearchScreen);

/** What is typed meanwhile waits for it. */
function ChatLoading() {
  return <div data-loading-chat="" className="min-w-0 flex-1" />;
}

const PARTS: readonly Pick<LazyPart, 'load'>[] = [ContactCard, ConversationPane, CommandPalette, Drawer, SearchScreen];

/** Milliseconds after which a page that is never idle loads them all the same. */
const PATIENCE = 1000;

/**
 * Loads, once the page is idle, what the first click or key may ask for, so that it is there at once and needs no host.
 * Returns how not to.
 */
export function loadLaterParts(page: Window): () => void {
  const load = (): void => {
    for (const { load: loadPart } of PARTS) void loadPart();
  };
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in page)) {
    const timer = setTimeout(load, PATIENCE);
    return () => clearTimeout(timer);
  }
  const asked = page.requestIdleCallback(load, { timeout: PATIENCE });
  return () => page.cancelIdleCallback(asked);
}
