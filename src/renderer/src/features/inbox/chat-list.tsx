import { useTranslation } from 'react-i18next';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { isPressed, useCommands } from '#renderer/state/commands.tsx';
import { nameOfKey } from '#renderer/state/keys.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { Loaded } from '#renderer/components/lists.tsx';
import { useChats } from '#renderer/rpc/use-chats.ts';
import type { ChatListFilters } from '#shared/domain/chat-list.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { ChatRow } from './chat-row.tsx';
import { type InboxFilter, isNarrowed, useInboxView, useRowSelection } from '#renderer/state/inbox-view.ts';
import { ListEmpty, ListLoading, NoMatches } from './list-states.tsx';

const SelectionBar = lazy(async () => (await import('./selection-bar.tsx')).SelectionBar);

/** Pixels: `--row` in styles.css. */
const ROW_HEIGHT = 64;

/** Rows before the end at which the next page is requested. */
const LOAD_MARGIN = 15;

interface ChatListProps {
  readonly filter: InboxFilter;
  readonly narrowing: ChatListFilters;
  readonly openChatId: string | undefined;
  readonly onOpenChat: (chatId: string) => void;
  /** a click selects the row, for bulk actions */
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
}

/** One list of the inbox, or its empty state. */
export function ChatList(props: ChatListProps) {
  const { t } = useTranslation('inbox');
  const chats = useChats(props.filter, props.narrowing);
  const loadMore = (): void => {
    if (chats.hasNextPage && !chats.isFetchingNextPage) void chats.fetchNextPage();
  };
  return (
    <Loaded query={chats} loading={<ListLoading />} failed={t('notLoaded')}>
      {(loaded) => (
        <FaultBoundary part="pane" of={[loaded]}>
          <ChatRows {...props} chats={loaded} onNearEnd={loadMore} />
        </FaultBoundary>
      )}
    </Loaded>
  );
}

function ChatRows({
  filter,
  narrowing,
  chats,
  openChatId,
  onOpenChat,
  isSelecting,
  onSelecting,
  onNearEnd,
}: ChatListProps & { readonly chats: readonly Chat[]; readonly onNearEnd: () => void }) {
  const { t } = useTranslation('inbox');
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useListCursor(chats, openChatId);
  const selection = useRowSelection(chats);
  const isChoosing = isSelecting || selection.chosen.length + selection.missing > 0;
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => chats[index]?.id ?? index,
    initialOffset: () => useInboxView.getState().scrolled[filter] ?? 0,
    overscan: 8,
    paddingStart: 6,
    paddingEnd: 6,
  });

  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= chats.length - LOAD_MARGIN) onNearEnd();
  });

  const moveTo = (index: number): void => {
    const to = Math.min(Math.max(index, 0), chats.length - 1);
    cursor.moveTo(to);
    if (to >= 0) virtualizer.scrollToIndex(to);
  };
  const moveBy = (step: number): void => moveTo(cursor.index < 0 ? 0 : cursor.index + step);
  /** does something with the chat of a row, if there is one */
  const at = (index: number, act: (chatId: string) => void): void => {
    const chat = chats[index];
    if (chat !== undefined) act(chat.id);
  };
  const openNext = (step: number): (() => void) | undefined => {
    const open = chats.findIndex(({ id }) => id === openChatId);
    const next = open < 0 ? 0 : open + step;
    if (chats[next] === undefined) return undefined;
    return () => {
      moveTo(next);
      at(next, onOpenChat);
    };
  };
  const moveFromAnywhere = (step: number) => (): void => {
    scroller.current?.focus();
    moveBy(step);
  };
  useCommands({
    nextRow: moveFromAnywhere(1),
    previousRow: moveFromAnywhere(-1),
    nextChat: openNext(1),
    previousChat: openNext(-1),
  });

  const extendBy = (step: number): void => {
    const to = Math.min(Math.max(cursor.index + step, 0), chats.length - 1);
    selection.extend(to, cursor.index);
    moveTo(to);
  };
  const clear = (): void => {
    selection.clear();
    onSelecting(false);
    scroller.current?.focus();
  };
  const select = (event: MouseEvent, index: number): void => {
    if (event.shiftKey) selection.extend(index, cursor.index);
    else at(index, selection.toggle);
    cursor.moveTo(index);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (nameOfKey(event) === 'Mod+a') {
      event.preventDefault();
      selection.all();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const actions: Partial<Record<string, () => void>> = {
      ArrowDown: () => (event.shiftKey ? extendBy(1) : moveBy(1)),
      ArrowUp: () => (event.shiftKey ? extendBy(-1) : moveBy(-1)),
      PageDown: () => moveBy(page),
      PageUp: () => moveBy(-page),
      Home: () => moveTo(0),
      End: () => moveTo(chats.length - 1),
      ' ': () => at(cursor.index, selection.toggle),
      ...(isChoosing && { Escape: clear }),
    };
    const action = isPressed(event, 'openRow') ? () => at(cursor.index, onOpenChat) : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  const isCursorShown = rows.some(({ index }) => index === cursor.index);
  if (chats.length === 0) return isNarrowed(narrowing) ? <NoMatches /> : <ListEmpty filter={filter} />;
  return (
    <>
      <div
        ref={scroller}
        role="listbox"
        aria-multiselectable
        aria-label={t(`filters.${filter}`)}
        aria-activedescendant={isCursorShown ? `chat-row-${chats[cursor.index]?.id ?? ''}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScrollEnd={({ currentTarget: { scrollTop } }) =>
          useInboxView.setState(({ scrolled }) => ({ scrolled: { ...scrolled, [filter]: scrollTop } }))
        }
        className={cn(
          'group min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2',
          isCursorShown && 'focus-visible:outline-none',
        )}
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start, size, key }) => {
            const chat = chats[index];
            if (chat === undefined) return null;
            return (
              <div
                key={key}
                id={`chat-row-${chat.id}`}
                role="option"
                aria-selected={isChoosing ? selection.has(chat.id) : chat.id === openChatId}
                aria-current={chat.id === openChatId ? 'true' : undefined}
                data-choosing={isChoosing ? '' : undefined}
                aria-setsize={chats.length}
                aria-posinset={index + 1}
                onClick={(event) => {
                  if (isSelecting || event.shiftKey || event.ctrlKey || event.metaKey) select(event, index);
                  else onOpenChat(chat.id);
                }}
                style={{ height: size, transform: `translateY(${String(start)}px)` }}
                className={cn(
                  'group/row absolute inset-x-0 top-0 mx-1.5 flex items-center gap-3 rounded-control px-2.5 select-none hover:bg-hover',
                  chat.id === openChatId && 'bg-selected hover:bg-selected',
                  selection.has(chat.id) && 'bg-accent-tint hover:bg-accent-tint',
                  index === cursor.index &&
                    'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-accent',
                )}
              >
                <FaultBoundary part="option" of={[chat, chat.id === openChatId]}>
                  <ChatRow chat={chat} filter={filter} isOpen={chat.id === openChatId} />
                </FaultBoundary>
                <RowCheck
                  isChosen={selection.has(chat.id)}
                  isShown={isChoosing}
                  onToggle={(event) => {
                    event.stopPropagation();
                    select(event, index);
                  }}
                />
              </div>
            );
          })}
        </div>
      </div>
      {isChoosing && <SelectionBar chosen={selection.chosen} missing={selection.missing} onClear={clear} />}
    </>
  );
}

interface RowCheckProps {
  readonly isChosen: boolean;
  /** also without hovering over the row */
  readonly isShown: boolean;
  readonly onToggle: (event: MouseEvent) => void;
}

/** In place of the picture: selects the row by mouse. The row itself announces its selection; Space toggles it. */
function RowCheck({ isChosen, isShown, onToggle }: RowCheckProps) {
  return (
    <span
      aria-hidden
      onClick={onToggle}
      className={cn(
        'absolute inset-y-0 start-0 grid w-[58px] place-items-center',
        !isShown && 'pointer-events-none opacity-0 group-hover/row:pointer-events-auto group-hover/row:opacity-100',
      )}
    >
      <span
        className={cn(
          'grid size-[18px] place-items-center rounded-[4px] border',
          isChosen ? 'border-accent bg-accent text-accent-ink' : 'border-edge bg-raised',
        )}
      >
        {isChosen && <Check className="size-3.5" strokeWidth={3} />}
      </span>
    </span>
  );
}

/** The row with keyboard focus, which follows its chat as the list changes. */
function useListCursor(chats: readonly Chat[], openChatId: string | undefined) {
  const [chatId, setChatId] = useState(openChatId);
  const [opened, setOpened] = useState(openChatId);
  if (opened !== openChatId) {
    setOpened(openChatId);
    if (openChatId !== undefined) setChatId(openChatId);
  }
  return {
    /** -1 if it is not in the list */
    index: chats.findIndex(({ id }) => id === chatId),
    moveTo: (index: number): void => setChatId(chats[index]?.id),
  };
}
