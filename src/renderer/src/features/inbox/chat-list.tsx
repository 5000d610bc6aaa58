import { useTranslation } from 'react-i18next';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { rowHeight, useAppearance } from '#renderer/components/appearance.ts';
import { cn } from '#renderer/components/class-names.ts';
import { isPressed } from '#renderer/components/command-table.ts';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Loaded } from '#renderer/components/loaded.tsx';
import { useChats } from '#renderer/rpc/use-chats.ts';
import { useBots, useChannels, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import type { ChatNarrowing } from '#shared/domain/chat-list.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { ChatRow } from './chat-row.tsx';
import { type InboxFilter, isNarrowed, useInboxView } from './inbox-view.ts';
import { ListEmpty, ListLoading, NoneFits } from './list-states.tsx';

/** How many rows before the end the next page is asked for. */
const AHEAD = 15;

interface ChatListProps {
  readonly filter: InboxFilter;
  readonly narrowing: ChatNarrowing;
  readonly openChatId: string | undefined;
  readonly onOpenChat: (chatId: string) => void;
}

/** One list of the inbox, or what is said instead of it. */
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

interface ChatRowsProps extends ChatListProps {
  readonly chats: readonly Chat[];
  readonly onNearEnd: () => void;
}

function ChatRows({ filter, narrowing, chats, openChatId, onOpenChat, onNearEnd }: ChatRowsProps) {
  const { t } = useTranslation('inbox');
  const scroller = useRef<HTMLDivElement>(null);
  const density = useAppearance((appearance) => appearance.density);
  const channels = useChannels().data;
  const operators = useOperators().data;
  const bots = useBots().data;
  const me = useMe().data;
  const cursor = useListCursor(chats, openChatId);
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(density),
    getItemKey: (index) => chats[index]?.id ?? index,
    initialOffset: () => useInboxView.getState().scrolled[filter] ?? 0,
    overscan: 8,
    paddingStart: 6,
    paddingEnd: 6,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, density]);

  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= chats.length - AHEAD) onNearEnd();
  });

  const moveTo = (index: number): void => {
    cursor.moveTo(index);
    if (chats.length > 0) virtualizer.scrollToIndex(Math.min(Math.max(index, 0), chats.length - 1));
  };
  const moveBy = (step: number): void => moveTo(cursor.index < 0 ? 0 : cursor.index + step);
  const openAt = (index: number): void => {
    const chat = chats[index];
    if (chat !== undefined) onOpenChat(chat.id);
  };
  const nextOf = (step: number): number | undefined => {
    const at = chats.findIndex(({ id }) => id === openChatId);
    const next = at < 0 ? 0 : at + step;
    return chats[next] === undefined ? undefined : next;
  };
  const openNext = (step: number): void => {
    const next = nextOf(step);
    if (next === undefined) return;
    moveTo(next);
    openAt(next);
  };
  const moveFromAnywhere = (step: number): void => {
    scroller.current?.focus();
    moveBy(step);
  };
  useCommands({
    nextRow: () => moveFromAnywhere(1),
    previousRow: () => moveFromAnywhere(-1),
    nextChat: nextOf(1) === undefined ? undefined : () => openNext(1),
    previousChat: nextOf(-1) === undefined ? undefined : () => openNext(-1),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight(density)) - 1);
    const actions: Partial<Record<string, () => void>> = {
      ArrowDown: () => moveBy(1),
      ArrowUp: () => moveBy(-1),
      PageDown: () => moveBy(page),
      PageUp: () => moveBy(-page),
      Home: () => moveTo(0),
      End: () => moveTo(chats.length - 1),
      ' ': () => openAt(cursor.index),
    };
    const action = isPressed(event, 'openRow') ? () => openAt(cursor.index) : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  const isCursorShown = rows.some(({ index }) => index === cursor.index);
  if (chats.length === 0) return isNarrowed(narrowing) ? <NoneFits /> : <ListEmpty filter={filter} />;
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={t(`filters.${filter}`)}
      aria-activedescendant={isCursorShown ? `chat-row-${chats[cursor.index]?.id ?? ''}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScrollEnd={(event) => useInboxView.getState().setScrolled(filter, event.currentTarget.scrollTop)}
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
              aria-selected={chat.id === openChatId}
              aria-setsize={chats.length}
              aria-posinset={index + 1}
              onClick={() => onOpenChat(chat.id)}
              style={{ height: size, transform: `translateY(${String(start)}px)` }}
              className={cn(
                'absolute inset-x-0 top-0 mx-1.5 flex items-center gap-3 rounded-control px-2.5 hover:bg-hover',
                chat.id === openChatId && 'bg-selected hover:bg-selected',
                index === cursor.index &&
                  'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-accent',
              )}
            >
              <FaultBoundary part="option" of={[chat, chat.id === openChatId]}>
                <ChatRow
                  chat={chat}
                  filter={filter}
                  isOpen={chat.id === openChatId}
                  channel={channels?.find(({ id }) => id === chat.channelId)}
                  operators={operators}
                  operator={operators?.find(({ id }) => id === chat.operatorId)}
                  bot={bots?.find(({ id }) => id === chat.botId)}
                  me={me}
                />
              </FaultBoundary>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Which row the keyboard is on: it stays with its chat while the list around it changes. */
function useListCursor(chats: readonly Chat[], openChatId: string | undefined) {
  const [chatId, setChatId] = useState(openChatId);
  const [opened, setOpened] = useState(openChatId);
  if (opened !== openChatId) {
    setOpened(openChatId);
    if (openChatId !== undefined) setChatId(openChatId);
  }
  return {
    /** -1 where it stands nowhere */
    index: chats.findIndex(({ id }) => id === chatId),
    moveTo: (index: number): void => setChatId(chats[Math.min(Math.max(index, 0), chats.length - 1)]?.id),
  };
}
