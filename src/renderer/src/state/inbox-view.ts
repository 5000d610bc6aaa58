import { useState } from 'react';
import { createPersisted } from '#renderer/state/page-state.ts';
import { type ChatFilter, type ChatListFilters, MAX_SELECTED_CHATS } from '#shared/domain/chat-list.ts';
import type { Chat } from '#shared/domain/entities.ts';

export type InboxFilter = Exclude<ChatFilter, 'needsMe'>;

/** The inbox's lists in order; undelivered replies have their own line. */
export const chatFilters: readonly InboxFilter[] = ['waiting', 'mine', 'bot', 'open', 'closed'];

interface InboxView {
  readonly filter: InboxFilter;
  /** tag names that every shown chat has, all of them */
  readonly tags: readonly string[];
  readonly channelId: string | undefined;
  /** the operator who has the chats */
  readonly heldBy: string | undefined;
  /** scroll offsets in pixels, by list */
  readonly scrolled: Readonly<Partial<Record<InboxFilter, number>>>;
}

/** The shown list, its filters and scroll offset; kept on this device. */
export const useInboxView = createPersisted<InboxView>('inbox', {
  filter: 'waiting',
  tags: [],
  channelId: undefined,
  heldBy: undefined,
  scrolled: {},
});

/** Shows another list. */
export const showList = (filter: InboxFilter): void => void useInboxView.setState({ filter });

/** Changes the filters of the lists; those not named are kept. */
export const narrow = (filters: Partial<Pick<InboxView, 'tags' | 'channelId' | 'heldBy'>>): void =>
  void useInboxView.setState({ ...filters, scrolled: {} });

/** True while any filter is active. */
export function isNarrowed({ tags = [], channelId, heldBy }: ChatListFilters): boolean {
  return tags.length > 0 || channelId !== undefined || heldBy !== undefined;
}

interface Selection {
  readonly ids: ReadonlySet<string>;
  /** start of a range */
  readonly anchor: string | undefined;
  /** selected before the range */
  readonly before: ReadonlySet<string>;
}

const NONE: Selection = { ids: new Set(), anchor: undefined, before: new Set() };

/** The selected chats of a list, for bulk actions. Chats that leave the list are deselected. */
export function useRowSelection(chats: readonly Chat[]) {
  const [{ ids, anchor, before }, setSelection] = useState(NONE);
  const chosen = chats.filter(({ id }) => ids.has(id));
  const select = (wanted: Iterable<string>): ReadonlySet<string> => new Set([...wanted].slice(0, MAX_SELECTED_CHATS));
  return {
    chosen,
    /** number of selected chats that left the list */
    missing: ids.size - chosen.length,
    has: (chatId: string): boolean => ids.has(chatId),
    toggle: (chatId: string): void => {
      const next = select(ids.has(chatId) ? [...ids].filter((id) => id !== chatId) : [...ids, chatId]);
      setSelection({ ids: next, anchor: chatId, before: next });
    },
    /** selects from the range's start to this row; `from`: the start if there is none yet */
    extend: (to: number, from: number): void => {
      const known = chats.findIndex(({ id }) => id === anchor);
      const start = known < 0 ? Math.max(from, 0) : known;
      const range = chats.slice(Math.min(start, to), Math.max(start, to) + 1).map(({ id }) => id);
      setSelection({ ids: select([...before, ...range]), anchor: chats[start]?.id, before });
    },
    all: (): void => setSelection({ ...NONE, ids: select(chats.map(({ id }) => id)) }),
    clear: (): void => setSelection(NONE),
  };
}
