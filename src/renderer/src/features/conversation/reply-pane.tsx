import { type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLooking } from '#renderer/components/page-state.ts';
import { WaitingAge } from '#renderer/components/time.tsx';
import { useWaitingLimits } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { ConversationBody, useConversation } from './conversation-body.tsx';
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
  const conversation = useConversation(chat);
  const { meId, holders, names, actions, field } = conversation;
  useComposerFocus(field, actions.isHeld);
  return (
    <section
      aria-label={t('conversationWith', { name: names.customer })}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      <ReplyHeader chat={chat} channelName={names.channel} names={holders} meId={meId}>
        {children}
      </ReplyHeader>
      <ConversationBody of={conversation} isSmall />
    </section>
  );
}

/** The composer has the focus when the chat comes, when what stood in its way is gone, and when the window comes to the front. */
function useComposerFocus(field: RefObject<HTMLTextAreaElement | null>, isHeld: boolean): void {
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
