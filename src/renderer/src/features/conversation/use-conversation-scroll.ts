import { type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPersisted } from '#renderer/state/page-state.ts';
import { useConversation } from './conversation-context.ts';
import { kindView } from './kinds/kinds.tsx';
import { galleryRows } from './media/media-file.tsx';
import type { MessageRow } from './message-rows.ts';

/** The message at the upper edge of a list that is not scrolled to its end. */
interface ScrollPosition {
  readonly messageId: string;
  /** its pixels above the edge */
  readonly offset: number;
}

/** Maximum number of chats that keep their scroll position. */
const MAX_POSITIONS = 50;

/** Reading positions by chat; kept on this device. */
const useScrollPositions = createPersisted<{ readonly positions: Readonly<Record<string, ScrollPosition>> }>(
  'scroll-positions',
  {
    positions: {},
  },
);

/** Keeps the reading position of a chat; undefined: at the end. */
export function storeScrollPosition(chatId: string, position: ScrollPosition | undefined): void {
  const { [chatId]: before, ...others } = useScrollPositions.getState().positions;
  if (position === undefined && before === undefined) return;
  const recent = Object.entries(others).slice(1 - MAX_POSITIONS);
  useScrollPositions.setState({
    positions: Object.fromEntries(position === undefined ? recent : [...recent, [chatId, position]]),
  });
}

/** Pixels from the end that still count as the end. */
const END_MARGIN = 48;
/** Pixels from either end at which more messages are requested. */
const LOAD_MARGIN = 1500;
/** Maximum number of earlier pages loaded to find the reading position. */
const MAX_SEARCHED_PAGES = 8;
const SETTLING_FRAMES = 6;

type Virtualizer = ReactVirtualizer<HTMLDivElement, HTMLDivElement>;

interface Scrolled {
  readonly rows: readonly MessageRow[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** the row below the line of unseen messages; negative: there is no line */
  readonly unread: number;
}

/**
 * Manages the scroll position: follows new messages only from the end, keeps its place while earlier ones load, and
 * restores the reading position.
 */
export function useConversationScroll({ rows, scroller, unread }: Scrolled) {
  const { messages: query, startAt, chat, isSmall } = useConversation();
  const { hasNextPage, isFetchingNextPage, fetchNextPage, hasPreviousPage, isFetchingPreviousPage, fetchPreviousPage } =
    query;
  const isFetching = isFetchingNextPage || isFetchingPreviousPage;
  const loadEarlier = hasNextPage && !isFetching ? () => void fetchNextPage() : undefined;
  const loadLater = hasPreviousPage && !isFetching ? () => void fetchPreviousPage() : undefined;
  // A chat whose place is kept.
  const rememberedId = isSmall || startAt !== undefined ? undefined : chat.id;
  const [atEnd, setAtEnd] = useState(startAt === undefined);
  const settled = useRef(false);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    followOnAppend: !hasPreviousPage,
    scrollEndThreshold: END_MARGIN,
    overscan: 12,
    paddingStart: 8,
    paddingEnd: 8,
  });
  // A row entirely above the edge must not move what is below it when its height changes, even while scrolling up.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { itemSizeCache, scrollOffset }) =>
    (itemSizeCache.has(item.key) ? item.end : item.start + 1) <= (scrollOffset ?? 0);
  useFirstPosition({ rows, scroller, unread }, { virtualizer, settled, rememberedId, loadEarlier });
  useEndOnResize(scroller, virtualizer, !hasPreviousPage);

  const note = useEffectEvent((): void => {
    if (!settled.current || scroller.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    setAtEnd(virtualizer.isAtEnd(END_MARGIN) && !hasPreviousPage);
    if (scrollTop < LOAD_MARGIN) loadEarlier?.();
    else if (scrollHeight - clientHeight - scrollTop < LOAD_MARGIN) loadLater?.();
  });
  useEffect(() => note());
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onScrollEnd = (): void => {
      if (settled.current && rememberedId !== undefined) storePosition(rememberedId, virtualizer, element);
    };
    element.addEventListener('scroll', () => note(), { passive: true, signal });
    element.addEventListener('scrollend', onScrollEnd, { signal });
    return () => listening.abort();
  }, [rememberedId, scroller, virtualizer]);
  return { virtualizer, atEnd, loadEarlier };
}

interface Scrolling {
  readonly virtualizer: Virtualizer;
  readonly settled: RefObject<boolean>;
  /** the chat, if its place is kept */
  readonly rememberedId: string | undefined;
  /** undefined if there is nothing earlier, or it is loading */
  readonly loadEarlier: (() => void) | undefined;
}

/** Once loaded, scrolls to the reading position, else to unseen messages that do not fit at the end, else there. */
function useFirstPosition(
  { rows, scroller, unread }: Scrolled,
  { virtualizer, settled, rememberedId, loadEarlier }: Scrolling,
): void {
  const { startAt, messages } = useConversation();
  const hasEarlier = messages.hasNextPage;
  const searched = useRef(0);
  const found = useRef(false);
  useLayoutEffect(() => {
    if (settled.current || found.current || rows.length === 0) return;
    const startWith = (index: number, align: 'start' | 'center', offsetOf: OffsetOf, then?: () => void): void => {
      found.current = true;
      virtualizer.scrollToIndex(index, { align });
      settle(scroller, index, offsetOf, () => {
        settled.current = true;
        then?.();
      });
    };
    if (startAt !== undefined)
      // Centred; a tall row starts a little below the upper edge.
      return startWith(rowOf(rows, startAt), 'center', (pane, row) => Math.max(48, (pane.height - row.height) / 2));
    const position = rememberedId === undefined ? undefined : useScrollPositions.getState().positions[rememberedId];
    const index = position === undefined ? -1 : rows.findIndex(({ key }) => key === position.messageId);
    if (position !== undefined && index >= 0) return startWith(index, 'start', () => -position.offset);
    const pane = scroller.current;
    if (rememberedId !== undefined && position === undefined && unread >= 0 && pane !== null) {
      const start = virtualizer.measurementsCache[unread]?.start ?? 0;
      if (virtualizer.getTotalSize() - start > pane.clientHeight)
        return startWith(
          unread,
          'start',
          () => 0,
          // Once seen, the line is gone; the saved position still leads back here.
          () => storePosition(rememberedId, virtualizer, pane),
        );
    }
    virtualizer.scrollToEnd();
    if (position !== undefined && hasEarlier && searched.current < MAX_SEARCHED_PAGES) {
      if (loadEarlier === undefined) return;
      searched.current += 1;
      loadEarlier();
      return;
    }
    settled.current = true;
  }, [rows, scroller, unread, startAt, rememberedId, hasEarlier, loadEarlier, virtualizer, settled]);
}

/** The row of a message. */
export function rowOf(rows: readonly MessageRow[], messageId: string): number {
  return rows.findIndex(({ messages }) => messages.some(({ id }) => id === messageId));
}

/** A row's distance in pixels below the pane's upper edge. */
type OffsetOf = (pane: DOMRect, row: DOMRect) => number;

/** Rows near a place are measured in the frames after it is shown: keeps a row at its exact pixel meanwhile. */
function settle(
  scroller: RefObject<HTMLDivElement | null>,
  index: number,
  offsetOf: OffsetOf,
  onSettled: () => void,
  frames = SETTLING_FRAMES,
): void {
  requestAnimationFrame(() => {
    const pane = scroller.current?.getBoundingClientRect();
    const row = scroller.current?.querySelector(`[data-index="${String(index)}"]`)?.getBoundingClientRect();
    if (pane !== undefined && row !== undefined)
      scroller.current?.scrollBy(0, row.top - pane.top - offsetOf(pane, row));
    if (frames > 1) settle(scroller, index, offsetOf, onSettled, frames - 1);
    else onSettled();
  });
}

/** Stays at the end when the height of the pane (growing composer) or of its content (Markdown) changes. */
function useEndOnResize(scroller: RefObject<HTMLDivElement | null>, virtualizer: Virtualizer, isActive: boolean): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isActive) return;
    let [pane, content] = [element.clientHeight, element.scrollHeight];
    const observer = new ResizeObserver(() => {
      const gap = content - element.scrollTop - pane;
      const isOther = pane !== element.clientHeight || content !== element.scrollHeight;
      [pane, content] = [element.clientHeight, element.scrollHeight];
      if (isOther && gap <= END_MARGIN) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, virtualizer, isActive]);
}

function storePosition(chatId: string, virtualizer: Virtualizer, element: HTMLDivElement): void {
  const top = virtualizer.isAtEnd(END_MARGIN) ? undefined : virtualizer.getVirtualItemForOffset(element.scrollTop);
  const position =
    top === undefined ? undefined : { messageId: String(top.key), offset: element.scrollTop - top.start };
  storeScrollPosition(chatId, position);
}

/** Pixels of a row of unknown height. */
const DEFAULT_HEIGHT = 60;

/** Estimate before measuring; always a number, even for a malformed message, or the whole list would have no height. */
export function estimatedHeight(row: MessageRow | undefined): number {
  const guess = row === undefined ? DEFAULT_HEIGHT : heightOf(row);
  return Number.isFinite(guess) ? guess : DEFAULT_HEIGHT;
}

function heightOf(row: MessageRow): number {
  const extra = (row.startsChat ? 52 : row.startsDay ? 34 : 0) + (row.startsGroup ? 30 : 2);
  const [message, ...others] = row.messages;
  if (others.length > 0)
    // Rows of a gallery are a third as high as it is wide.
    return extra + galleryRows(row.messages.length).length * 128 + (message?.text === undefined ? 0 : 30);
  if (message?.from === 'system' && message.automatic === undefined) return extra + 16;
  const text = (message ?? row.pending)?.text ?? '';
  const isMedia = message !== undefined && message.type !== 'text';
  const media = isMedia ? kindView(message.type).height(message) : 0;
  const lines = Math.max(isMedia ? 0 : 1, Math.ceil(text.length / 70));
  const heldBack = message?.heldBack === undefined ? 0 : 20;
  const buttons = message?.buttons === undefined ? 0 : 56;
  return extra + media + heldBack + buttons + 16 + lines * 22;
}
