import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBot, useChannel, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { isOnSite, useWhereabouts } from '#renderer/rpc/use-visitors.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { unreadOf, hasUnseenNews } from '#shared/domain/needs-person.ts';
import { followOtherWindows } from '#renderer/rpc/written.ts';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useChatActions } from './use-chat-actions.ts';
import { useVisible, useLooking } from '#renderer/components/page-state.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useChatAction } from '#renderer/rpc/use-chats.ts';

/** Everything that a window showing a chat shares. */
export type Conversation = ReturnType<typeof useShownChat>;

interface ShownChatOptions {
  /** the message to start at, highlighted; left out: the newest */
  readonly startAt?: string | undefined;
  readonly onOpenChat?: (chatId: string) => void;
  /** in the reply window: no links elsewhere, no notes */
  readonly isSmall?: boolean;
}

/** What the parts of a chat share; while mounted, other operators see that somebody is viewing it. */
export function useShownChat(chat: Chat, { startAt, onOpenChat, isSmall = false }: ShownChatOptions) {
  const { t } = useTranslation('conversation');
  const meId = useMe().data?.id;
  const operator = useOperators().data?.find(({ id }) => id === chat.operatorId)?.name ?? t('anotherOperator');
  const bot = useBot(chat.botId)?.name ?? t('theBot');
  const channelOf = useChannel(chat.channelId);
  const channel = channelOf?.name ?? t('unknownChannel');
  const customer = chat.customer.name ?? t('visitor');
  const names = useMemo(() => ({ channel, customer, operator, bot }), [channel, customer, operator, bot]);
  const { hasVisitors } = channelKinds[channelOf?.kind ?? 'custom'];
  const whereabouts = useWhereabouts(hasVisitors ? chat.customer.id : undefined);
  const messages = useMessages(chat.id, startAt);
  const actions = useChatActions(chat, meId);
  const field = useRef<HTMLTextAreaElement>(null);
  // The note being edited.
  const [editedId, setEditedId] = useState<string>();
  // Messages loaded later in an old part of the chat are not new.
  const newest = messages.hasPreviousPage ? undefined : messages.data?.messages;
  const announcement = useAnnouncement(chat.id, newest, meId, names);
  const unreadFrom = useUnreadFrom(chat, newest, meId);
  useReportViewing(chat);
  useEffect(() => followOtherWindows(window), []);
  return {
    chat,
    startAt,
    onOpenChat,
    isSmall,
    meId,
    names,
    messages,
    actions,
    field,
    announcement,
    hasVisitors,
    whereabouts,
    isThere: whereabouts && isOnSite(whereabouts),
    unreadFrom,
    editedId,
    setEditedId,
  };
}

/** The first message this operator had not seen when opening the chat; does not change while it is open. */
function useUnreadFrom(
  chat: Chat,
  newest: readonly Message[] | undefined,
  meId: string | undefined,
): string | undefined {
  const [opened, setOpened] = useState<{
    readonly chatId: string;
    /** how many of the unanswered messages they had seen; undefined: all */
    readonly seen: number | undefined;
    readonly from?: string | undefined;
  }>();
  if (meId === undefined) return undefined;
  const { id: chatId, unanswered } = chat;
  if (opened?.chatId !== chatId) {
    const unread = unreadOf(chat, meId);
    setOpened({ chatId, seen: unread === 0 ? undefined : unanswered - unread });
    return undefined;
  }
  const { seen, from } = opened;
  if (from === undefined && newest !== undefined && seen !== undefined && unanswered > seen) {
    const theirs = newest.filter((message) => message.chatId === chatId && message.from === 'customer');
    const first = theirs.at(seen - unanswered)?.id;
    if (first !== undefined) setOpened({ ...opened, from: first });
  }
  return from;
}

const ConversationContext = createContext<Conversation | undefined>(undefined);

/** Provides the chat to its parts. */
export const ConversationProvider = ConversationContext;

/** The chat from context. */
export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext);
  if (conversation === undefined) throw new Error('ConversationProvider is missing above this component');
  return conversation;
}

/** Reports the chat as viewed while the window is visible, and as seen while the operator is looking. */
function useReportViewing(chat: Chat): void {
  const { looking } = useConsole();
  const isVisible = useVisible();
  const isLooking = useLooking();
  const { mutate } = useChatAction('chats.markRead');
  const meId = useMe().data?.id;
  const asked = useRef<string>(undefined);
  const chatId = chat.id;
  useEffect(() => {
    if (!isVisible) return;
    looking.show(chatId);
    return () => looking.show(null);
  }, [looking, chatId, isVisible]);
  const news =
    meId !== undefined && hasUnseenNews(chat, meId)
      ? `${chatId} ${chat.state} ${String(chat.unanswered)} ${chat.lastMessage?.id ?? ''}`
      : undefined;
  useEffect(() => {
    if (!isLooking || news === undefined || asked.current === news) return;
    asked.current = news;
    mutate({ chatId }, { onError: () => (asked.current = undefined) });
  }, [isLooking, chatId, news, mutate]);
}
