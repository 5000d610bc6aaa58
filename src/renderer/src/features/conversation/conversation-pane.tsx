import { useTranslation } from 'react-i18next';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy, useLoadAhead } from '#renderer/components/lazy.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { useChat, useIsGone } from '#renderer/rpc/use-chats.ts';
import { useBot, useChannel, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { LocationDialog } from './attach/attach-tools.tsx';
import { ReachNotice, Tray } from './attach/composer-top.tsx';
import { StickerPanel } from './attach/sticker-button.tsx';
import { preloadMarkdown } from './bot-content.tsx';
import { RecorderBar } from './composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { CustomerTyping } from './customer-typing.tsx';
import { followOtherWindows, useDrafts } from './drafts.ts';
import { MessageList, Viewer } from './message-list.tsx';
import { MessagesLoading, NotLoaded } from './message-list-states.tsx';
import { ReplyArea } from './reply-area.tsx';
import { SavedPanel } from './saved/saved-button.tsx';
import { useScrollPlaces } from './scroll-places.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useChatActions } from './use-chat-actions.ts';
import { useLook } from './use-look.ts';
import { useMarkRead } from './use-mark-read.ts';

const AssignDialog = lazy(async () => (await import('./assign/assign-dialog.tsx')).AssignDialog);

const ChatTranscript = lazy(async () => (await import('./chat-transcript.tsx')).ChatTranscript);

/** What one may open next, the soonest first. */
const ahead = [
  SavedPanel,
  AssignDialog,
  Viewer,
  Tray,
  StickerPanel,
  LocationDialog,
  ReachNotice,
  RecorderBar,
  ChatTranscript,
];

interface ConversationPaneProps {
  readonly chatId: string;
  /** the message to show, instead of the newest */
  readonly startAt: string | undefined;
  /** leaves that message */
  readonly onNewest: () => void;
  readonly contactShown: boolean;
  readonly onToggleContact: () => void;
  readonly turnsShown: boolean;
  readonly onToggleTurns: () => void;
  readonly onBack: () => void;
}

/** One chat: its header, its messages, and the composer. */
export function ConversationPane({ chatId, ...rest }: ConversationPaneProps) {
  const { t } = useTranslation('conversation');
  const chat = useChat(chatId);
  const isMissing = useIsGone(chatId);
  useEffect(() => {
    if (isMissing) useDrafts.getState().forget([chatId]);
  }, [chatId, isMissing]);
  if (chat.data !== undefined) {
    return (
      <FaultBoundary part="pane" of={[chat.data]}>
        <Conversation chat={chat.data} {...rest} />
      </FaultBoundary>
    );
  }
  if (!chat.isError) return <ConversationLoading />;
  return isMissing ? (
    <EmptyState title={t('notFound')} action={<Button onClick={rest.onBack}>{t('back')}</Button>}>
      {t('notFoundMore')}
    </EmptyState>
  ) : (
    <NotLoaded onTryAgain={() => void chat.refetch()} />
  );
}

interface ConversationProps extends Omit<ConversationPaneProps, 'chatId'> {
  readonly chat: Chat;
}

function Conversation({ chat, startAt, onNewest, onBack, ...panels }: ConversationProps) {
  const { t } = useTranslation('conversation');
  const me = useMe().data;
  const operatorName = useOperators().data?.find(({ id }) => id === chat.operatorId)?.name;
  const botName = useBot(chat.botId)?.name;
  const channel = useChannel(chat.channelId)?.name ?? t('unknownChannel');
  const customer = chat.customer.name ?? t('visitor');
  const names = useMemo(() => ({ channel, customer }), [channel, customer]);
  const messages = useMessages(chat.id, startAt);
  const toNewest = (): void => {
    useScrollPlaces.getState().keep(chat.id, undefined);
    onNewest();
  };
  const actions = useChatActions(chat, me?.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const isGone =
    startAt !== undefined && messages.error instanceof ContractError && messages.error.code === 'not_found';
  useEffect(() => {
    if (isGone) onNewest();
  }, [isGone, onNewest]);
  // What is loaded later in an old part of the conversation is no news.
  const announcement = useAnnouncement(messages.hasPreviousPage ? undefined : messages.data, me?.id, names);
  useMarkRead(chat);
  useLook(chat.id);
  const [isAssigning, setAssigning] = useState(false);
  const [isSavingTranscript, setSavingTranscript] = useState(false);
  const [wasAssigning, setLoaded] = useState(false);
  const openAssign = (): void => {
    setLoaded(true);
    setAssigning(true);
  };
  const assign = chat.state === 'closed' ? undefined : openAssign;
  useFocusWhenLost(field);
  useLoadAhead(ahead, messages.data !== undefined);
  useCommands({
    take: actions.canTake ? actions.take : undefined,
    takeOver: actions.isHeld ? actions.takeOver : undefined,
    assign,
    returnToBot: actions.backTo === undefined ? undefined : actions.returnToBot,
    askForRating: actions.canAskForRating ? actions.askForRating : undefined,
    transcript: () => setSavingTranscript(true),
    close: actions.canClose ? actions.close : undefined,
    reopen: actions.canReopen ? actions.reopen : undefined,
    contact: panels.onToggleContact,
    inspector: chat.botId === undefined ? undefined : panels.onToggleTurns,
  });
  useEffect(() => followOtherWindows(window), []);
  const hasBot = chat.botId !== undefined;
  useEffect(() => {
    if (hasBot) preloadMarkdown();
  }, [hasBot]);

  return (
    <section aria-label={t('conversationWith', { name: customer })} className="relative flex min-w-0 flex-1 flex-col">
      <ConversationHeader
        chat={chat}
        channelName={channel}
        names={{ operator: operatorName, bot: botName }}
        meId={me?.id}
        actions={actions}
        onAssign={assign}
        onTranscript={() => setSavingTranscript(true)}
        onBack={onBack}
        {...panels}
      />
      {messages.data === undefined ? (
        messages.isError ? (
          <NotLoaded onTryAgain={() => void messages.refetch()} />
        ) : (
          <MessagesLoading />
        )
      ) : (
        <FaultBoundary part="pane" of={[messages.data]}>
          <MessageList
            key={startAt ?? ''}
            chatId={chat.id}
            messages={messages.data}
            query={messages}
            meId={me?.id}
            names={names}
            startAt={startAt}
            onNewest={toNewest}
          />
        </FaultBoundary>
      )}
      <Suspense>
        {wasAssigning && (
          <AssignDialog chat={chat} open={isAssigning && assign !== undefined} onOpenChange={setAssigning} />
        )}
      </Suspense>
      <Suspense>
        {isSavingTranscript && <ChatTranscript chatId={chat.id} onClose={() => setSavingTranscript(false)} />}
      </Suspense>
      <CustomerTyping chatId={chat.id} name={customer} />
      <ReplyArea
        chat={chat}
        customerName={customer}
        operatorName={operatorName}
        botName={botName}
        actions={actions}
        field={field}
      />
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

/** Where opening the chat hid what had the focus (narrow windows), the composer takes it. */
function useFocusWhenLost(field: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active instanceof HTMLElement && active !== document.body && active.offsetParent === null;
    if (isLost) field.current?.focus();
  }, [field]);
}

function ConversationLoading() {
  const { t } = useTranslation('conversation');
  return (
    <section aria-label={t('loading')} className="flex min-w-0 flex-1 flex-col">
      <div className="flex min-h-14 items-center gap-3 border-b px-4">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="w-40" />
      </div>
      <MessagesLoading />
    </section>
  );
}
