import { type RefObject, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#renderer/rpc/ask.ts';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState, Loaded } from '#renderer/components/lists.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy, MountOnOpen } from '#renderer/components/lazy.tsx';
import { isCovered, isTextField } from '#renderer/state/keys.ts';
import { hasTouchKeyboard } from '#renderer/state/page-state.ts';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useCommands } from '#renderer/state/commands.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useChat, useIsGone } from '#renderer/rpc/use-chats.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { useDrafts } from '#renderer/rpc/written.ts';
import type { History } from '#renderer/rpc/apply-events.ts';
import { usePendingParts } from '#renderer/rpc/use-messages.ts';
import { Announcement } from './announcement.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { preloadMarkdown } from './bot-content.tsx';
import { ConversationProvider, useShownChat, useConversation } from './conversation-context.ts';
import { ConversationHeader, type SidePane } from './conversation-header.tsx';
import { ScheduledReplies } from './later/later.tsx';
import { SubjectLine } from './mail/incoming.tsx';
import { MessagesLoading, MessageList } from './message-list.tsx';
import { storeScrollPosition } from './use-conversation-scroll.ts';
import { CustomerTyping } from './chat-state.tsx';
import { ReplyArea } from './reply-area.tsx';
import { Viewing } from './viewing.ts';

const TranscriptDialog = lazy(
  async () => (await import('#renderer/components/transcript-dialog.tsx')).TranscriptDialog,
);

const VisitorLine = lazy(async () => (await import('./visitor-line.tsx')).VisitorLine);

interface ConversationPaneProps {
  readonly chatId: string;
  /** the message to show, instead of the newest */
  readonly startAt: string | undefined;
  /** returns to the newest message */
  readonly onNewest: () => void;
  readonly pane: SidePane;
  readonly onOpenChat: (chatId: string) => void;
  readonly onBack: () => void;
}

/** One chat: its header, messages and composer. */
export function ConversationPane({ chatId, ...rest }: ConversationPaneProps) {
  const { t } = useTranslation('conversation');
  const chat = useChat(chatId);
  const { outbox } = useConsole();
  const isMissing = useIsGone(chatId);
  useEffect(() => {
    if (!isMissing) return;
    useDrafts.getState().forget([chatId]);
    outbox.forget([chatId]);
  }, [chatId, isMissing, outbox]);
  if (isMissing)
    return (
      <>
        <h1 className="sr-only">{t('chat')}</h1>
        <EmptyState title={t('notFound')} action={<Button onClick={rest.onBack}>{t('back')}</Button>}>
          {t('notFoundMore')}
        </EmptyState>
      </>
    );
  return (
    <>
      {chat.data === undefined && <h1 className="sr-only">{t('chat')}</h1>}
      <Loaded query={chat} loading={<ConversationLoading />} failed={t('notLoaded')}>
        {(loaded) => (
          <FaultBoundary part="pane" of={[loaded]}>
            <Conversation chat={loaded} {...rest} />
          </FaultBoundary>
        )}
      </Loaded>
    </>
  );
}

interface ConversationProps extends Omit<ConversationPaneProps, 'chatId'> {
  readonly chat: Chat;
}

function Conversation({ chat, startAt, onNewest, onOpenChat, onBack, pane }: ConversationProps) {
  const { t } = useTranslation(['conversation', 'common']);
  const conversation = useShownChat(chat, { startAt, onOpenChat });
  const { names, messages, actions, field } = conversation;
  const toNewest = (): void => {
    storeScrollPosition(chat.id, undefined);
    onNewest();
  };
  const isGone =
    startAt !== undefined && messages.error instanceof ContractError && messages.error.code === 'not_found';
  useEffect(() => {
    if (isGone) onNewest();
  }, [isGone, onNewest]);
  const isOwner = useMay('owner') === true;
  const [isAssigning, setAssigning] = useState(false);
  const [isSavingTranscript, setSavingTranscript] = useState(false);
  const assign = chat.state === 'closed' ? undefined : () => setAssigning(true);
  useFocusOnOpen(field);
  useCommands({
    take: actions.take,
    takeOver: actions.takeOver,
    assign,
    returnToBot: actions.returnToBot,
    askForRating: actions.askForRating,
    transcript: () => setSavingTranscript(true),
    close: actions.close,
    reopen: actions.reopen,
    contact: () => pane.toggle('contact'),
    inspector: chat.botId === undefined || !isOwner ? undefined : () => pane.toggle('turns'),
  });
  const hasBot = chat.botId !== undefined;
  useEffect(() => {
    if (hasBot) preloadMarkdown();
  }, [hasBot]);

  return (
    <ConversationProvider value={conversation}>
      <section
        aria-label={t('conversationWith', { name: names.customer })}
        className="relative flex min-w-0 flex-1 flex-col"
      >
        <ConversationHeader pane={pane} onBack={onBack} />
        {conversation.hasVisitors && (
          <div className="flex h-8 shrink-0 items-center border-b bg-sunken px-4 text-meta text-ink-quiet">
            <VisitorLine />
          </div>
        )}
        {conversation.hasSubjects && <SubjectLine />}
        <ConversationBody onNewest={toNewest}>
          <MountOnOpen open={isAssigning}>
            <AssignDialog open={isAssigning && assign !== undefined} onClose={() => setAssigning(false)} />
          </MountOnOpen>
          {isSavingTranscript && (
            <TranscriptDialog
              open
              onClose={() => setSavingTranscript(false)}
              title={t('common:transcripts.titleOfChat')}
              lead={t('common:transcripts.leadOfChat')}
              chats={{ chat: chat.id }}
            />
          )}
        </ConversationBody>
      </section>
    </ConversationProvider>
  );
}

/** Focuses the composer of an opened chat, except on touch screens, whose keyboard would cover the messages. */
function useFocusOnOpen(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active instanceof HTMLElement && active.offsetParent === null;
    const isWritten = isTextField(active) && !isLost;
    if (isWritten || isCovered(document) || hasTouchKeyboard()) return;
    field.current?.focus({ preventScroll: true });
  }, [field]);
}

function ConversationLoading() {
  const { t } = useTranslation('conversation');
  return (
    <section aria-label={t('loading')} data-loading-chat="" className="flex min-w-0 flex-1 flex-col">
      <div className="flex min-h-14 items-center gap-3 border-b px-4">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="w-40" />
      </div>
      <MessagesLoading />
    </section>
  );
}

interface ConversationBodyProps {
  /** returns from an old message to the newest */
  readonly onNewest?: () => void;
  /** dialogs */
  readonly children?: ReactNode;
}

const NOTHING: History = { messages: [], chats: new Map() };

/**
 * A chat's messages, typing indicator, composer, and screen reader announcements; while it is shown, other operators see
 * that somebody is viewing it.
 */
export function ConversationBody({ onNewest, children }: ConversationBodyProps) {
  const { t } = useTranslation('conversation');
  const { chat, startAt, messages } = useConversation();
  const hasUnsent = usePendingParts(chat.id, NOTHING.messages).length > 0;
  return (
    <>
      <Loaded query={messages} loading={<MessagesLoading />} failed={t('notLoaded')}>
        {(loaded) => (
          <FaultBoundary part="pane" of={[loaded]}>
            <MessageList key={startAt ?? ''} history={loaded} onNewest={onNewest} />
          </FaultBoundary>
        )}
      </Loaded>
      {/* What waits for the connection is seen and can be taken back without the messages before it. */}
      {messages.data === undefined && hasUnsent && <MessageList history={NOTHING} />}
      {children}
      <CustomerTyping />
      <ScheduledReplies />
      <ReplyArea />
      <Announcement />
      <Viewing />
    </>
  );
}
