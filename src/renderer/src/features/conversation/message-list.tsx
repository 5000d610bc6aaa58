import { DEFAULT_CHANNEL_KIND } from '#shared/domain/channel-kinds.ts';
import { useMay } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy, MountOnOpen } from '#renderer/components/lazy.tsx';
import { Skeleton, Spinner } from '#renderer/components/progress.tsx';
import { usePendingParts } from '#renderer/rpc/use-messages.ts';
import type { History } from '#renderer/rpc/apply-events.ts';
import { useConversation } from './conversation-context.ts';
import { authorOf } from './conversation-text.ts';
import { ConversationMediaProvider, useViewedPicture } from './media/conversation-media.ts';
import { ChatLine, MessageItem, UnreadLine } from './message-item.tsx';
import { useMessageKeys } from './message-menu.tsx';
import { createMessageRows, type MessageRow } from './message-rows.ts';
import { rowOf, useConversationScroll } from './use-conversation-scroll.ts';

export const Viewer = lazy(async () => (await import('./media/viewer.tsx')).Viewer);

interface MessageListProps {
  readonly history: History;
  /** returns from an old message to the newest */
  readonly onNewest?: (() => void) | undefined;
}

/** The messages of a chat, after those of the customer's earlier ones; only rows near the viewport are rendered. */
export function MessageList({ history: { messages, chats }, onNewest }: MessageListProps) {
  const isOwner = useMay('owner') === true;
  const { chat, messages: query, meId, names, startAt, isSmall, unreadFrom, isThere } = useConversation();
  const { hasNextPage, hasPreviousPage, isFetchingNextPage } = query;
  const channels = useChannels().data;
  const chatId = chat.id;
  const { t } = useTranslation('conversation');
  const scroller = useRef<HTMLDivElement>(null);
  const pending = usePendingParts(chatId, messages);
  const [rowsOf] = useState(createMessageRows);
  const rows = useMemo(
    () => rowsOf(messages, hasPreviousPage ? [] : pending, hasNextPage, meId),
    [rowsOf, messages, pending, hasNextPage, hasPreviousPage, meId],
  );
  const firstUnread = unreadFrom === undefined ? -1 : rowOf(rows, unreadFrom);
  // A chat with only new messages is marked as new itself.
  const unread = rows[firstUnread]?.startsChat === true ? -1 : firstUnread;
  const { virtualizer, atEnd, loadEarlier } = useConversationScroll({ rows, scroller, unread });
  const toEnd = (hasPreviousPage ? onNewest : undefined) ?? (() => virtualizer.scrollToEnd());
  const unseen = useUnseen(rows, atEnd, hasPreviousPage, meId);
  const marked = useMarkedRow(scroller, startAt === undefined ? -1 : rowOf(rows, startAt));
  useEndOnSend(pending.at(-1)?.clientId, toEnd);
  useMessageKeys(scroller, messages);
  const { media, viewer } = useViewedPicture(messages);

  return (
    <ConversationMediaProvider value={media}>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          role="log"
          aria-live="off"
          aria-label={t('conversationWith', { name: names.customer })}
          tabIndex={0}
          className="flex h-full flex-col overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        >
          <div
            className="relative mx-auto mt-auto w-full max-w-[720px] shrink-0"
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              const channelId = chats.get(row?.chatId ?? '')?.channelId ?? chat.channelId;
              return (
                row !== undefined && (
                  <div
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    data-found={index === marked ? '' : undefined}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${String(start)}px)` }}
                  >
                    {row.startsChat && chats.size > 1 && (
                      <ChatLine chat={chats.get(row.chatId)} isThis={row.chatId === chatId} at={row.at} />
                    )}
                    {index === unread && <UnreadLine />}
                    <MessageItem
                      row={row}
                      meId={meId}
                      names={names}
                      kind={channels?.find(({ id }) => id === channelId)?.kind ?? DEFAULT_CHANNEL_KIND}
                      // What was sent to another of their channels waits until they are there.
                      isThere={channelId === chat.channelId && isThere}
                      hasLinks={!isSmall && isOwner}
                      isEarlier={row.chatId !== chatId}
                      hidesDay={row.startsChat && chats.size > 1}
                    />
                  </div>
                )
              );
            })}
          </div>
        </div>
        {isFetchingNextPage && (
          <p className="appear-late absolute inset-x-0 top-3 mx-auto flex w-fit items-center gap-2 rounded-full border bg-raised px-3 py-1 text-meta text-ink-quiet shadow-float">
            <Spinner className="size-3.5" /> {t('loadingEarlier')}
          </p>
        )}
        {!atEnd && (
          <Button
            size="sm"
            aria-label={unseen === 0 ? t('newest') : `${t('newMessages', { count: unseen })}. ${t('newest')}`}
            onClick={toEnd}
            className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-full shadow-float"
            variant={unseen === 0 ? 'outline' : 'primary'}
          >
            <ArrowDown aria-hidden className="size-4" />
            {unseen === 0 ? t('newest') : t('newMessages', { count: unseen })}
          </Button>
        )}
      </div>
      <FaultBoundary part="pane" of={[viewer.shownId]}>
        <MountOnOpen open={viewer.shownId !== undefined}>
          <Viewer
            {...viewer}
            authorOf={(message) => authorOf(message, meId, names.customer)}
            loadEarlier={loadEarlier}
          />
        </MountOnOpen>
      </FaultBoundary>
    </ConversationMediaProvider>
  );
}

/** Milliseconds that a found message is highlighted. */
const HIGHLIGHT_TIME = 3000;

/** Focuses the row that was searched for, and highlights it briefly. */
function useMarkedRow(scroller: RefObject<HTMLDivElement | null>, index: number): number | undefined {
  const [isOver, setOver] = useState(false);
  const isThere = index >= 0;
  useEffect(() => {
    if (!isThere) return;
    scroller.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setOver(true), HIGHLIGHT_TIME);
    return () => clearTimeout(timer);
  }, [scroller, isThere]);
  return isOver || !isThere ? undefined : index;
}

/** Counts messages of others that arrived below the viewport; later loads of old ones do not count. */
function useUnseen(rows: readonly MessageRow[], atEnd: boolean, hasLater: boolean, meId: string | undefined): number {
  const last = rows.at(-1)?.key;
  const [seen, setSeen] = useState(last);
  const [hadLater, setHadLater] = useState(hasLater);
  if (hadLater && seen !== last) setSeen(last);
  if (hadLater !== hasLater) setHadLater(hasLater);
  useEffect(() => {
    if (atEnd) setSeen(last);
  }, [atEnd, last]);
  if (atEnd) return 0;
  const from = rows.findIndex(({ key }) => key === seen);
  return rows
    .slice(from + 1)
    .flatMap(({ messages }) => messages)
    .filter((message) => message.from !== 'system' && message.operatorId !== meId).length;
}

/** The operator's own messages count as seen. */
function useEndOnSend(pendingKey: string | undefined, toEnd: () => void): void {
  const onSent = useEffectEvent(toEnd);
  const before = useRef(pendingKey);
  useEffect(() => {
    // What has waited since before the chat was opened moves nothing.
    if (pendingKey !== undefined && pendingKey !== before.current) onSent();
    before.current = pendingKey;
  }, [pendingKey]);
}

/** Placeholders of loading messages. */
export function MessagesLoading() {
  const { t } = useTranslation('conversation');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="mx-auto flex min-h-0 w-full max-w-[720px] flex-1 flex-col justify-end gap-3 overflow-hidden px-4 pb-4"
    >
      <Skeleton className="h-10 w-3/5 rounded-bubble" />
      <Skeleton className="h-16 w-2/5 rounded-bubble" />
      <Skeleton className="h-10 w-1/2 self-end rounded-bubble" />
      <Skeleton className="h-10 w-2/5 rounded-bubble" />
    </div>
  );
}
