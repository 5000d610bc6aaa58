import { DEFAULT_CHANNEL_KIND } from '#shared/domain/channel-kinds.ts';
import { createElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useBot,
  useChannel,
  customerName,
  useMe,
  useOperator,
  isOnSite,
  useWhereabouts,
  botForChat,
  useBots,
} from '#renderer/rpc/use-directory.ts';
import { useMessages } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { shortened } from '#shared/domain/graphemes.ts';
import { isolated } from '#shared/domain/visible-text.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { useDrafts } from '#renderer/rpc/written.ts';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { followOtherWindows } from '#renderer/state/page-state.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { notify, errorNotifier } from '#renderer/components/toaster.tsx';
import { notifyRepeated } from '#renderer/components/repeated-notices.ts';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { createProvided } from '#renderer/state/provided.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { awaitComposer, toComposer } from './typed-ahead.tsx';

/** Everything that a window showing a chat shares. */
type Conversation = ReturnType<typeof useShownChat>;

/** What stays the same when the chat gets another message. */
export type Basics = ReturnType<typeof useBasics>;

interface ShownChatOptions {
  /** the message to start at, highlighted; left out: the newest */
  readonly startAt?: string | undefined;
  readonly onOpenChat?: (chatId: string) => void;
  /** in the reply window: no links elsewhere, no notes */
  readonly isSmall?: boolean;
}

/** State shared by the parts of a chat. */
export function useShownChat(chat: Chat, { startAt, onOpenChat, isSmall = false }: ShownChatOptions) {
  const { t } = useTranslation('conversation');
  const meId = useMe().data?.id;
  const operator = useOperator(chat.operatorId)?.name ?? t('anotherOperator');
  const bot = useBot(chat.botId)?.name ?? t('theBot');
  const channelOf = useChannel(chat.channelId);
  const channel = channelOf?.name ?? t('unknownChannel');
  const customer = customerName(chat.customer);
  const names = useMemo(() => ({ channel, customer, operator, bot }), [channel, customer, operator, bot]);
  const { hasVisitors, hasSubjects } = channelKinds[channelOf?.kind ?? DEFAULT_CHANNEL_KIND];
  const whereabouts = useWhereabouts(hasVisitors ? chat.customer.id : undefined);
  const messages = useMessages(chat.id, startAt);
  // Messages loaded later in an old part of the chat are not new.
  const newest = messages.hasPreviousPage ? undefined : messages.data?.messages;
  const unreadFrom = useUnreadFrom(chat, newest, meId);
  useEffect(() => followOtherWindows(useDrafts.persist), []);
  const actions = useChatActions(chat, meId, customer);
  const basics = useBasics(chat, names, !actions.isHeld, isSmall);
  return {
    ...basics,
    basics,
    chat,
    startAt,
    onOpenChat,
    meId,
    messages,
    newest,
    actions,
    hasVisitors,
    hasSubjects,
    whereabouts,
    isThere: whereabouts && isOnSite(whereabouts),
    unreadFrom,
  };
}

interface ConversationNames {
  readonly channel: string;
  readonly customer: string;
  readonly operator: string;
  readonly bot: string;
}

/** `isTheirs`: no other operator has the chat. */
function useBasics(chat: Chat, names: ConversationNames, isTheirs: boolean, isSmall: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The note being edited.
  const [editedId, setEditedId] = useState<string>();
  const { id: chatId, channelId, state } = chat;
  const { name: knownName, email: knownEmail } = chat.customer;
  const isOfBot = state === 'bot';
  const canWrite = state !== 'closed' && isTheirs;
  return useMemo(
    () => ({
      chatId,
      channelId,
      knownName,
      knownEmail,
      isOfBot,
      canWrite,
      names,
      field,
      isSmall,
      editedId,
      setEditedId,
    }),
    [chatId, channelId, knownName, knownEmail, isOfBot, canWrite, names, isSmall, editedId],
  );
}

/** The first message this operator had not seen when opening the chat; does not change while it is open. */
function useUnreadFrom(
  chat: Chat,
  newest: readonly Message[] | undefined,
  meId: string | undefined,
): string | undefined {
  const [opened, setOpened] = useState<{
    readonly chatId: string;
    /** number of the unanswered messages they had seen; undefined: all */
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
    const fromCustomer = newest.filter((message) => message.chatId === chatId && message.from === 'customer');
    const first = fromCustomer.at(seen - unanswered)?.id;
    if (first !== undefined) setOpened({ ...opened, from: first });
  }
  return from;
}

const [Provider, useConversation] = createProvided<Conversation>('ConversationProvider');
const [BasicsProvider, useConversationBasics] = createProvided<Basics>('ConversationProvider');
/** The chat, for parts of its window; the basics, for those that need not render with every message. */
export { useConversation, useConversationBasics };

/** Provides the chat to its parts. */
export function ConversationProvider({
  value,
  children,
}: {
  readonly value: Conversation;
  readonly children: ReactNode;
}) {
  return createElement(Provider, { value }, createElement(BasicsProvider, { value: value.basics }, children));
}

/** Signs of a customer's name in a toast. */
const NAME_LENGTH = 60;

/** This operator's actions on a chat; what is not possible now is undefined. Failures are shown in a toast. */
function useChatActions(chat: Chat, meId: string | undefined, customer: string) {
  const { t } = useTranslation('conversation');
  const taking = useChatAction('chats.take');
  const closing = useChatAction('chats.close');
  const reopening = useChatAction('chats.reopen');
  const returning = useChatAction('chats.returnToBot');
  const asking = useRouteMutation('chats.requestRating');
  const bots = useBots().data ?? [];
  const hasChannel = useChannel(chat.channelId) !== undefined;
  const chatId = chat.id;
  const isOpen = chat.state !== 'closed';
  const isHeld = chat.state === 'active' && chat.operatorId !== meId;
  const isWithTeam = chat.state === 'waiting' || (chat.state === 'active' && !isHeld);
  /** the bot that would get the chat back; undefined if there is none */
  const backTo = isWithTeam ? botForChat(bots, chat) : undefined;

  const take = (over: boolean): void => {
    const taken = taking.mutateAsync({ chatId, ...(over && { over }) });
    taken.catch(errorNotifier(t('takeFailed')));
    toComposer(taken);
  };
  // With promises: the next chat may be open when the answer arrives.
  const reopen = (): void => {
    const reopened = reopening.mutateAsync({ chatId });
    reopened.then(
      () => {
        const several = (count: number) => i18n.t('inbox:chosen.reopened', { count });
        notifyRepeated('reopened', { to: chatId, one: t('reopened'), several, opposite: 'closed' });
      },
      errorNotifier(t('reopenFailed')),
    );
    toComposer(reopened);
  };
  /** resolves with whether it was closed by this call */
  const closeNow = async (): Promise<boolean> => {
    if (!isOpen || closing.isPending) return false;
    try {
      await closing.mutateAsync({ chatId });
    } catch (error) {
      errorNotifier(t('closeFailed'))(error);
      return false;
    }
    notifyRepeated('closed', {
      to: chatId,
      one: t('closedUndo', { name: isolated(shortened(customer, NAME_LENGTH)) }),
      several: (count) => i18n.t('inbox:chosen.closed', { count }),
      undo: reopen,
      opposite: 'reopened',
    });
    return true;
  };
  const close = (): void => awaitComposer(closeNow());
  const returnToBot = (): void => {
    if (!returning.isPending) returning.mutate({ chatId }, { onError: errorNotifier(t('backToBotFailed')) });
  };
  const askForRating = (): void => {
    if (asking.isPending) return;
    const onSuccess = (): void => void notify(t('ratingAsked'));
    asking.mutate({ chatId }, { onSuccess, onError: errorNotifier(t('askForRatingFailed')) });
  };
  return {
    backTo,
    canSnooze: isWithTeam || chat.snoozed !== undefined || (chat.state === 'bot' && chat.askedForPerson),
    /** another operator has the chat */
    isHeld,
    isReturning: returning.isPending,
    isTaking: taking.isPending,
    isReopening: reopening.isPending,
    take: chat.state === 'waiting' || chat.state === 'bot' ? () => take(false) : undefined,
    takeOver: isHeld ? () => take(true) : undefined,
    close: isOpen ? close : undefined,
    closeNow,
    // Chats of a removed channel stay closed.
    reopen: isOpen || !hasChannel || reopening.isPending ? undefined : reopen,
    returnToBot: backTo && returnToBot,
    askForRating: isOpen && !isHeld ? askForRating : undefined,
  };
}
