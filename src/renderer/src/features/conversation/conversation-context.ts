import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBot, useChannel, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { followOtherWindows } from '#renderer/rpc/drafts.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useChatActions } from './use-chat-actions.ts';
import { useLookingAt } from './use-looking-at.ts';

/** All that a window that shows a chat knows of it. */
export type Conversation = ReturnType<typeof useShownChat>;

interface ShownChatOptions {
  /** the message to begin at, shown as the one that was looked for; left out: the newest */
  readonly startAt?: string | undefined;
  readonly onOpenChat?: (chatId: string) => void;
  /** in the reply window: leads nowhere else, and no notes are written */
  readonly isSmall?: boolean;
}

/** What the parts of a conversation share; while it is shown, colleagues see that somebody looks. */
export function useShownChat(chat: Chat, { startAt, onOpenChat, isSmall = false }: ShownChatOptions) {
  const { t } = useTranslation('conversation');
  const meId = useMe().data?.id;
  const operator = useOperators().data?.find(({ id }) => id === chat.operatorId)?.name ?? t('anotherOperator');
  const bot = useBot(chat.botId)?.name ?? t('theBot');
  const channel = useChannel(chat.channelId)?.name ?? t('unknownChannel');
  const customer = chat.customer.name ?? t('visitor');
  const names = useMemo(() => ({ channel, customer, operator, bot }), [channel, customer, operator, bot]);
  const messages = useMessages(chat.id, startAt);
  const actions = useChatActions(chat, meId);
  const field = useRef<HTMLTextAreaElement>(null);
  // What is loaded later in an old part of the conversation is no news.
  const announcement = useAnnouncement(messages.hasPreviousPage ? undefined : messages.data, meId, names);
  useLookingAt(chat);
  useEffect(() => followOtherWindows(window), []);
  return { chat, startAt, onOpenChat, isSmall, meId, names, messages, actions, field, announcement };
}

const ConversationContext = createContext<Conversation | undefined>(undefined);

/** Around the parts of a conversation. */
export const ConversationProvider = ConversationContext;

/** The conversation that a part stands in. */
export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext);
  if (conversation === undefined) throw new Error('ConversationProvider is missing above this component');
  return conversation;
}
