import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { useBot, useChannel, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { followOtherWindows } from './drafts.ts';
import { MessageList, MessagesLoading, NotLoaded } from './message-list.tsx';
import { CustomerTyping } from './presence.tsx';
import { ReplyArea } from './reply-area.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useChatActions } from './use-chat-actions.ts';
import { useLookingAt } from './use-looking-at.ts';

/** All that a window that shows a chat knows of it; while it does, colleagues see that somebody looks. */
export function useConversation(chat: Chat, startAt?: string) {
  const { t } = useTranslation('conversation');
  const meId = useMe().data?.id;
  const operator = useOperators().data?.find(({ id }) => id === chat.operatorId)?.name;
  const bot = useBot(chat.botId)?.name;
  const channel = useChannel(chat.channelId)?.name ?? t('unknownChannel');
  const customer = chat.customer.name ?? t('visitor');
  const names = useMemo(() => ({ channel, customer }), [channel, customer]);
  const messages = useMessages(chat.id, startAt);
  const actions = useChatActions(chat, meId);
  const field = useRef<HTMLTextAreaElement>(null);
  // What is loaded later in an old part of the conversation is no news.
  const announcement = useAnnouncement(messages.hasPreviousPage ? undefined : messages.data, meId, names);
  useLookingAt(chat);
  useEffect(() => followOtherWindows(window), []);
  return { chat, startAt, meId, holders: { operator, bot }, names, messages, actions, field, announcement };
}

interface ConversationBodyProps {
  readonly of: ReturnType<typeof useConversation>;
  /** leaves an old place in the conversation */
  readonly onNewest?: () => void;
  /** in the reply window */
  readonly isSmall?: boolean;
  /** dialogs */
  readonly children?: ReactNode;
}

/** The messages of a chat, who types, the composer, and what a screen reader is told. */
export function ConversationBody({ of, onNewest, isSmall = false, children }: ConversationBodyProps) {
  const { chat, startAt, meId, holders, names, messages, actions, field, announcement } = of;
  return (
    <>
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
            meId={meId}
            names={names}
            startAt={startAt}
            onNewest={onNewest}
            isSmall={isSmall}
          />
        </FaultBoundary>
      )}
      {children}
      <CustomerTyping chatId={chat.id} name={names.customer} />
      <ReplyArea
        chat={chat}
        customerName={names.customer}
        operatorName={holders.operator}
        botName={holders.bot}
        actions={actions}
        field={field}
        isSmall={isSmall}
      />
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
