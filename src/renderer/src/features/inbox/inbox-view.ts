import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ChatFilter, ChatNarrowing } from '#shared/domain/chat-list.ts';

export type InboxFilter = Exclude<ChatFilter, 'needsMe'>;

/** The lists of the inbox, in their order; what was not delivered has a line of its own. */
export const chatFilters: readonly InboxFilter[] = ['waiting', 'mine', 'bot', 'open', 'closed'];

interface InboxView {
  readonly filter: InboxFilter;
  /** names of tags that the chats of every list have; all of them */
  readonly tags: readonly string[];
  readonly channelId: string | undefined;
  /** the operator whose chats they are */
  readonly heldBy: string | undefined;
  /** pixels scrolled, by list */
  readonly scrolled: Readonly<Partial<Record<InboxFilter, number>>>;
  readonly setFilter: (filter: InboxFilter) => void;
  readonly setTags: (tags: readonly string[]) => void;
  /** narrows the lists anew; what is not named stays */
  readonly narrow: (narrowing: ChatNarrowing) => void;
  readonly setScrolled: (filter: InboxFilter, pixels: number) => void;
}

/** Which list is shown and how far it is scrolled; kept on this device. */
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

/** Whether lists are narrowed at all. */
export function isNarrowed({ tags = [], channelId, heldBy }: ChatNarrowing): boolean {
  return tags.length > 0 || channelId !== undefined || heldBy !== undefined;
}
