import { useTranslation } from 'react-i18next';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { useLooking } from '#renderer/components/page-state.ts';
import { useBot, useChannel, useMe, useOperators, useWaitingLimits } from '#renderer/rpc/use-directory.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { CustomerTyping } from './customer-typing.tsx';
import { followOtherWindows } from './drafts.ts';
import { MessageList } from './message-list.tsx';
import { MessagesLoading, NotLoaded } from './message-list-states.tsx';
import { ReplyArea } from './reply-area.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useChatActions } from './use-chat-actions.ts';
import { useLook } from './use-look.ts';
import { useMarkRead } from './use-mark-read.ts';
import { WaitingAge } from '#renderer/components/time.tsx';
import { StateChips, type StateChipsProps } from './state-chips.tsx';

interface ReplyHeaderProps extends StateChipsProps {
  readonly channelName: string;
  /** buttons at the right of the name */
  readonly children: ReactNode;
}

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

/** Who it is, how long they wait and where they write; the handle by which a window without a frame is moved. */
function ReplyHeader({ chat, channelName, names, meId, children }: ReplyHeaderProps) {
  const { t } = useTranslation('conversation');
  const limits = useWaitingLimits();
  const waitsForMe = chat.state === 'active' && chat.operatorId === meId ? chat.waitingSince : undefined;
  return (
    <header className="@container flex shrink-0 flex-col gap-0.5 border-b bg-sunken py-2 pe-2 ps-4 [-webkit-app-region:drag]">
      <div className="flex items-center gap-2">
        <h1 className="min-w-0 flex-1 truncate text-heading font-semibold">
          <bdi>{chat.customer.name ?? t('visitor')}</bdi>
        </h1>
        <div className="flex items-center gap-0.5 [-webkit-app-region:no-drag]">{children}</div>
      </div>
      <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
        {waitsForMe === undefined ? (
          <StateChips chat={chat} names={names} meId={meId} />
        ) : (
          <WaitingAge since={waitsForMe} limits={limits} />
        )}
        <bdi className="min-w-0 shrink-999 truncate">{t('via', { channelName })}</bdi>
      </div>
    </header>
  );
}
