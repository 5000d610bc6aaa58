import { useTranslation } from 'react-i18next';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { useLooking } from '#renderer/components/use-looking.ts';
import { useBot } from '#renderer/rpc/use-bots.ts';
import { useChannel } from '#renderer/rpc/use-channels.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import { useMe, useOperators } from '#renderer/rpc/use-operators.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { CustomerTyping } from './customer-typing.tsx';
import { followOtherWindows } from './drafts.ts';
import { MessageList } from './message-list.tsx';
import { MessagesLoading, NotLoaded } from './message-list-states.tsx';
import { ReplyArea } from './reply-area.tsx';
import { ReplyHeader } from './reply-header.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useChatActions } from './use-chat-actions.ts';
import { useLook } from './use-look.ts';
import { useMarkRead } from './use-mark-read.ts';

interface ReplyPaneProps {
  readonly chat: Chat;
  /** buttons of the header */
  readonly children: ReactNode;
}

/** One chat in a small window: who waits, the last messages, and the composer, which has the focus at once. */
export function ReplyPane({ chat, children }: ReplyPaneProps) {
  const { t } = useTranslation('conversation');
  const me = useMe().data;
  const operatorName = useOperators().data?.find(({ id }) => id === chat.operatorId)?.name;
  const botName = useBot(chat.botId)?.name;
  const channel = useChannel(chat.channelId)?.name ?? t('unknownChannel');
  const customer = chat.customer.name ?? t('visitor');
  const names = useMemo(() => ({ channel, customer }), [channel, customer]);
  const messages = useMessages(chat.id);
  const actions = useChatActions(chat, me?.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const announcement = useAnnouncement(messages.data, me?.id, names);
  useMarkRead(chat);
  useLook(chat.id);
  useComposerFocus(field, actions.isHeld);
  useEffect(() => followOtherWindows(window), []);

  return (
    <section aria-label={t('conversationWith', { name: customer })} className="relative flex min-h-0 flex-1 flex-col">
      <ReplyHeader chat={chat} channelName={channel} names={{ operator: operatorName, bot: botName }} meId={me?.id}>
        {children}
      </ReplyHeader>
      {messages.data === undefined ? (
        messages.isError ? (
          <NotLoaded onTryAgain={() => void messages.refetch()} />
        ) : (
          <MessagesLoading />
        )
      ) : (
        <FaultBoundary part="pane" of={[messages.data]}>
          <MessageList chatId={chat.id} messages={messages.data} query={messages} meId={me?.id} names={names} isSmall />
        </FaultBoundary>
      )}
      <CustomerTyping chatId={chat.id} name={customer} />
      <ReplyArea
        chat={chat}
        customerName={customer}
        operatorName={operatorName}
        botName={botName}
        actions={actions}
        field={field}
        isSmall
      />
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

/** The composer has the focus when the chat comes, when what stood in its way is gone, and when the window comes to the front. */
function useComposerFocus(field: React.RefObject<HTMLTextAreaElement | null>, isHeld: boolean): void {
  const looking = useLooking();
  useEffect(() => field.current?.focus(), [field, isHeld, looking]);
}
