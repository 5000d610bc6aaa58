import type { QueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
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
  const { t } = useTranslation('conversation');
  return (
    <div data-loading-chat="" className="min-w-0 flex-1">
      <h1 className="sr-only">{t('chat')}</h1>
    </div>
  );
}

const PARTS: readonly Pick<LazyPart, 'load'>[] = [ContactCard, ConversationPane, CommandPalette, Drawer, SearchScreen];

/** Milliseconds after which a page that is never idle loads them all the same. */
const PATIENCE = 1000;

/** True once the page has its first answers: until then nothing is loaded that the first paint does without. */
const usePage = create(() => ({ isAnswered: false }));

/** Shows these parts once the page has its first answers. */
export function AfterAnswers({ children }: { readonly children: ReactNode }): ReactNode {
  return usePage(({ isAnswered }) => isAnswered) && children;
}

/**
 * Loads, once the page has its first answers and is idle, what the first click or key may ask for, so that it is there at
 * once and needs no host. Returns how not to.
 */
export function loadLaterParts(page: Window, queries: Pick<QueryClient, 'isFetching' | 'getQueryCache'>): () => void {
  let cancel = (): void => undefined;
  const goOn = (): void => {
    cancel();
    usePage.setState({ isAnswered: true });
    cancel = whenIdle(page, () => {
      for (const { load } of PARTS) void load();
    });
  };
  const lookForAnswers = (): void => {
    if (queries.isFetching() === 0) goOn();
  };
  const unsubscribe = queries.getQueryCache().subscribe(lookForAnswers);
  const timer = setTimeout(goOn, PATIENCE);
  cancel = () => {
    unsubscribe();
    clearTimeout(timer);
  };
  lookForAnswers();
  return () => cancel();
}

function whenIdle(page: Window, run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in page)) {
    const timer = setTimeout(run, PATIENCE);
    return () => clearTimeout(timer);
  }
  const asked = page.requestIdleCallback(run, { timeout: PATIENCE });
  return () => page.cancelIdleCallback(asked);
}
