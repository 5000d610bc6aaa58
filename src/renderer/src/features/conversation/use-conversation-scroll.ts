import { kindView } from './kinds/kinds.tsx';
import { type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { galleryRows } from './media/picture-box.ts';
import { messagesOf, type MessageRow } from './message-rows.ts';

/** What stands at the upper edge of a conversation that is not at its end. */
interface ScrollPlace {
  readonly messageId: string;
  /** pixels of it that are above the edge */
  readonly offset: number;
}

/** How many conversations keep their place. */
const KEPT = 50;

interface ScrollPlaces {
  readonly places: Readonly<Record<string, ScrollPlace>>;
  /** undefined: at the end */
  readonly keep: (chatId: string, place: ScrollPlace | undefined) => void;
}

/** Where one was reading, by chat; kept on this device. */
export const useScrollPlaces = create<ScrollPlaces>()(
  persist(
    (set) => ({
      places: {},
      keep: (chatId, place) =>
        set(({ places }) => {
          if (place === undefined && places[chatId] === undefined) return {};
          const others = Object.entries(places).filter(([id]) => id !== chatId);
          const kept = place === undefined ? others : [...others.slice(1 - KEPT), [chatId, place] as const];
          return { places: Object.fromEntries(kept) };
        }),
    }),
    { name: 'counterbell.places', version: 1 },
  ),
);

/** Pixels from the end within which one counts as being at the end. */
const END = 48;
/** Pixels from the beginning or the end within which earlier or later messages are asked for. */
const EARLIER = 1500;
/** How many earlier pages may be asked for to find the place where one was reading. */
const SEARCHED_PAGES = 8;
const SETTLING_FRAMES = 6;

type Virtualizer = ReactVirtualizer<HTMLDivElement, HTMLDivElement>;

interface ConversationScrollOptions {
  readonly chatId: string;
  readonly rows: readonly MessageRow[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly hasEarlier: boolean;
  /** undefined where there is nothing earlier, or it is on its way */
  readonly loadEarlier: (() => void) | undefined;
  /** the rows end before the newest message does */
  readonly hasLater: boolean;
  readonly loadLater: (() => void) | undefined;
  readonly remembersPlace: boolean;
  /** the message to begin at */
  readonly startAt: string | undefined;
  /** the row under the line above what was not looked at yet; negative: there is no such line */
  readonly unread: number;
}

/**
 * Where a conversation is scrolled to: it follows what is new only from the end, stays with what is read while
 * earlier messages come in, and returns to where one was.
 */
export function useConversationScroll(options: ConversationScrollOptions) {
  const { chatId, rows, scroller, loadEarlier, hasLater, loadLater, remembersPlace, startAt } = options;
  const [atEnd, setAtEnd] = useState(startAt === undefined);
  const settled = useRef(false);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    followOnAppend: !hasLater,
    scrollEndThreshold: END,
    overscan: 12,
    paddingStart: 8,
    paddingEnd: 8,
  });
  // Whatever is entirely above the edge and changes its height moves nothing below it, also while scrolling up.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { itemSizeCache, scrollOffset }) =>
    (itemSizeCache.has(item.key) ? item.end : item.start + 1) <= (scrollOffset ?? 0);
  const toEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  useFirstPlace({ ...options, virtualizer, settled });
  useEndOnResize(scroller, virtualizer, !hasLater);

  const note = useRef<() => void>(() => undefined);
  useEffect(() => {
    note.current = () => {
      if (!settled.current || scroller.current === null) return;
      const { scrollTop, scrollHeight, clientHeight } = scroller.current;
      setAtEnd(virtualizer.isAtEnd(END) && !hasLater);
      if (scrollTop < EARLIER) loadEarlier?.();
      else if (scrollHeight - clientHeight - scrollTop < EARLIER) loadLater?.();
    };
    note.current();
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onScrollEnd = (): void => {
      if (settled.current && remembersPlace) keepPlace(chatId, virtualizer, element);
    };
    element.addEventListener('scroll', () => note.current(), { passive: true, signal });
    element.addEventListener('scrollend', onScrollEnd, { signal });
    return () => listening.abort();
  }, [chatId, scroller, virtualizer, remembersPlace]);
  return { virtualizer, atEnd, toEnd };
}

interface FirstPlaceOptions extends ConversationScrollOptions {
  readonly virtualizer: Virtualizer;
  readonly settled: RefObject<boolean>;
}

/** Goes to where one was reading, to what is unread where the end alone does not show all of it, or else to the end, once the messages are there. */
function useFirstPlace({
  chatId,
  rows,
  scroller,
  hasEarlier,
  loadEarlier,
  remembersPlace,
  startAt,
  unread,
  virtualizer,
  settled,
}: FirstPlaceOptions): void {
  const searched = useRef(0);
  const found = useRef(false);
  useLayoutEffect(() => {
    if (settled.current || found.current || rows.length === 0) return;
    const onSettled = (): void => void (settled.current = true);
    if (startAt !== undefined) {
      found.current = true;
      const index = rowOf(rows, startAt);
      virtualizer.scrollToIndex(index, { align: 'center' });
      // In the middle; a high one begins a little below the upper edge.
      return settle(scroller, index, (pane, row) => Math.max(48, (pane.height - row.height) / 2), onSettled);
    }
    const place = remembersPlace ? useScrollPlaces.getState().places[chatId] : undefined;
    const index = place === undefined ? -1 : rows.findIndex(({ key }) => key === place.messageId);
    if (place !== undefined && index >= 0) {
      found.current = true;
      virtualizer.scrollToIndex(index, { align: 'start' });
      return settle(scroller, index, () => -place.offset, onSettled);
    }
    const pane = scroller.current;
    if (remembersPlace && place === undefined && unread >= 0 && pane !== null) {
      const start = virtualizer.measurementsCache[unread]?.start ?? 0;
      if (virtualizer.getTotalSize() - start > pane.clientHeight) {
        found.current = true;
        virtualizer.scrollToIndex(unread, { align: 'start' });
        return settle(
          scroller,
          unread,
          () => 0,
          () => {
            onSettled();
            // Looked at from now on, it is no longer unread: the way back leads here all the same.
            keepPlace(chatId, virtualizer, pane);
          },
        );
      }
    }
    virtualizer.scrollToEnd();
    if (place !== undefined && hasEarlier && searched.current < SEARCHED_PAGES) {
      if (loadEarlier === undefined) return;
      searched.current += 1;
      loadEarlier();
      return;
    }
    settled.current = true;
  }, [chatId, rows, scroller, hasEarlier, loadEarlier, remembersPlace, startAt, unread, virtualizer, settled]);
}

/** The row of a message. */
export function rowOf(rows: readonly MessageRow[], messageId: string): number {
  return rows.findIndex((row) => messagesOf(row).some(({ id }) => id === messageId));
}

/** Rows around a place are measured in the frames after it is shown: brings a row to the pixel while they are. */
function settle(
  scroller: RefObject<HTMLDivElement | null>,
  index: number,
  /** how far its upper edge belongs below that of the pane; pixels */
  placeOf: (pane: DOMRect, row: DOMRect) => number,
  onSettled: () => void,
  frames = SETTLING_FRAMES,
): void {
  requestAnimationFrame(() => {
    const pane = scroller.current?.getBoundingClientRect();
    const row = scroller.current?.querySelector(`[data-index="${String(index)}"]`)?.getBoundingClientRect();
    if (pane !== undefined && row !== undefined) scroller.current?.scrollBy(0, row.top - pane.top - placeOf(pane, row));
    if (frames > 1) settle(scroller, index, placeOf, onSettled, frames - 1);
    else onSettled();
  });
}

/** Stays at the end when the pane changes its height (the composer grows, the window shrinks), or what is in it does (markdown comes in). */
function useEndOnResize(scroller: RefObject<HTMLDivElement | null>, virtualizer: Virtualizer, isActive: boolean): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isActive) return;
    let [pane, content] = [element.clientHeight, element.scrollHeight];
    const observer = new ResizeObserver(() => {
      const gap = content - element.scrollTop - pane;
      const isOther = pane !== element.clientHeight || content !== element.scrollHeight;
      [pane, content] = [element.clientHeight, element.scrollHeight];
      if (isOther && gap <= END) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, virtualizer, isActive]);
}

function keepPlace(chatId: string, virtualizer: Virtualizer, element: HTMLDivElement): void {
  const top = virtualizer.isAtEnd(END) ? undefined : virtualizer.getVirtualItemForOffset(element.scrollTop);
  const place = top === undefined ? undefined : { messageId: String(top.key), offset: element.scrollTop - top.start };
  useScrollPlaces.getState().keep(chatId, place);
}

/** Pixels of a row of which nothing can be said. */
const SOME_HEIGHT = 60;

/** A guess before the row is measured; of a message that is not what it should be, some number at least: without one the whole conversation would have no height. */
export function estimatedHeight(row: MessageRow | undefined): number {
  const guess = row === undefined ? SOME_HEIGHT : heightOf(row);
  return Number.isFinite(guess) ? guess : SOME_HEIGHT;
}

function heightOf(row: MessageRow): number {
  const extra = (row.startsChat ? 52 : row.startsDay ? 34 : 0) + (row.startsGroup ? 30 : 2);
  if (row.kind === 'message' && row.message.from === 'system' && row.message.automatic === undefined) return extra + 16;
  if (row.kind === 'album')
    return extra + albumHeight(row.messages.length) + (row.messages[0]?.text === undefined ? 0 : 30);
  const text = row.kind === 'pending' ? row.pending.text : (row.message.text ?? '');
  const lines = Math.max(row.kind === 'message' && row.message.type !== 'text' ? 0 : 1, Math.ceil(text.length / 70));
  const media =
    row.kind === 'message' && row.message.type !== 'text' ? kindView(row.message.type).height(row.message) : 0;
  const heldBack = row.kind === 'message' && row.message.heldBack !== undefined ? 20 : 0;
  const buttons = row.kind === 'message' && row.message.buttons !== undefined ? 56 : 0;
  return extra + media + heldBack + buttons + 16 + lines * 22;
}

/** Rows of a gallery are a third as high as it is wide. */
function albumHeight(count: number): number {
  return galleryRows(count).length * 128;
}
