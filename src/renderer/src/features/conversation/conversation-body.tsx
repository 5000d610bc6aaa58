import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Loaded } from '#renderer/components/loaded.tsx';
import type { History } from '#renderer/rpc/apply-events.ts';
import { usePendingParts } from '#renderer/rpc/use-messages.ts';
import { useConversation } from './conversation-context.ts';
import { ScheduledReplies } from './later/scheduled-replies.tsx';
import { MessageList, MessagesLoading } from './message-list.tsx';
import { CustomerTyping } from './chat-state.tsx';
import { ReplyArea } from './reply-area.tsx';

interface ConversationBodyProps {
  /** returns from an old message to the newest */
  readonly onNewest?: () => void;
  /** dialogs */
  readonly children?: ReactNode;
}

const NOTHING: History = { messages: [], chats: new Map() };

/** A chat's messages, typing indicator, composer, and screen reader announcements. */
export function ConversationBody({ onNewest, children }: ConversationBodyProps) {
  const { t } = useTranslation('conversation');
  const { chat, startAt, messages, announcement } = useConversation();
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
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
