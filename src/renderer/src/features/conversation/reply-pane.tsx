import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLooking } from '#renderer/state/page-state.ts';
import { WaitingAge } from '#renderer/components/dates.tsx';
import { useWaitingLimits } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { ConversationBody } from './conversation-pane.tsx';
import { ConversationProvider, useConversation, useShownChat } from './conversation-context.ts';
import { StateChips } from './chat-state.tsx';

interface ReplyPaneProps {
  readonly chat: Chat;
  /** buttons of the header */
  readonly children: ReactNode;
}

/** One chat in a small window: customer, latest messages, and the composer, which is focused. */
export function ReplyPane({ chat, children }: ReplyPaneProps) {
  const { t } = useTranslation('conversation');
  const conversation = useShownChat(chat, { isSmall: true });
  const { names, actions, field } = conversation;
  const looking = useLooking();
  // When the chat loads, when a reply becomes possible, and when the window gains focus.
  useEffect(() => field.current?.focus(), [field, actions.isHeld, looking]);
  return (
    <ConversationProvider value={conversation}>
      <section
        aria-label={t('conversationWith', { name: names.customer })}
        className="relative flex min-h-0 flex-1 flex-col"
      >
        <ReplyHeader>{children}</ReplyHeader>
        <ConversationBody />
      </section>
    </ConversationProvider>
  );
}

/** Name, waiting time and channel; also the drag handle of a frameless window. */
function ReplyHeader({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('conversation');
  const { chat, meId, names } = useConversation();
  const limits = useWaitingLimits();
  const waitsForMe = chat.state === 'active' && chat.operatorId === meId ? chat.waitingSince : undefined;
  return (
    <header className="@container flex shrink-0 flex-col gap-0.5 border-b bg-sunken py-2 pe-2 ps-4 [-webkit-app-region:drag]">
      <div className="flex items-center gap-2">
        <h1 className="flex min-w-0 flex-1 text-heading font-semibold">
          <bdi className="truncate">{names.customer}</bdi>
        </h1>
        <div className="flex items-center gap-0.5 [-webkit-app-region:no-drag]">{children}</div>
      </div>
      <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
        {waitsForMe === undefined ? <StateChips /> : <WaitingAge since={waitsForMe} limits={limits} />}
        <bdi className="min-w-0 shrink-999 truncate">{t('via', { channelName: names.channel })}</bdi>
      </div>
    </header>
  );
}
