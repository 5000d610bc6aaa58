import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ChatFilter, ChatListFilters } from '#shared/domain/chat-list.ts';

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
  readonly setFilter: (filter: InboxFilter) => void;
  readonly setTags: (tags: readonly string[]) => void;
  /** changes the filters; those not named are kept */
  readonly narrow: (narrowing: ChatListFilters) => void;
  readonly setScrolled: (filter: InboxFilter, pixels: number) => void;
}

/** The shown list, its filters and scroll offset; kept on this device. */
export const useInboxView = create<InboxView>()(
  persist(
    (set) => ({
      filter: 'waiting',
      tags: [],
      channelId: undefined,
      heldBy: undefined,
      scrolled: {},
      setFilter: (filter) => set({ filter }),
      setTags: (tags) => set({ tags, scrolled: {} }),
      narrow: ({ tags, ...rest }) => set({ ...rest, ...(tags !== undefined && { tags }), scrolled: {} }),
      setScrolled: (filter, pixels) => set(({ scrolled }) => ({ scrolled: { ...scrolled, [filter]: pixels } })),
    }),
    { name: 'counterbell.inbox', version: 1 },
  ),
);

/** Whether any filter is active. */
export function isNarrowed({ tags = [], channelId, heldBy }: ChatListFilters): boolean {
  return tags.length > 0 || channelId !== undefined || heldBy !== undefined;
}
