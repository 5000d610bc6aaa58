import type { ChatGroup } from '#main/chats/start-chats.ts';
import type { Media } from '#main/media/start-media.ts';
import type { Store } from '#main/store/store.ts';
import { toClientMessage } from '#shared/contract/answers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { HandlersOf } from './router.ts';

/** Chats and their messages. */
export function conversationHandlers({
  store,
  media,
  conversations,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly media: Pick<Media, 'outgoing'>;
  readonly conversations: Pick<ChatGroup, 'assigning' | 'attention' | 'chats' | 'counts' | 'schedule'>;
}): HandlersOf<'chats' | 'messages' | 'replies'> {
  const { assigning, attention, chats, counts, schedule } = conversations;
  return {
    'chats.list': async (selection, { operatorId }) => {
      const page = await store.read('listChats', { ...selection, operatorId });
      return { ...page, chats: page.chats.map((chat) => chatForOperator(chat, operatorId)) };
    },
    'chats.counts': ({ since }, { operatorId }) => counts.of(operatorId, since ?? Number.MAX_SAFE_INTEGER),
    'chats.get': async ({ chatId }, { operatorId }) =>
      chatForOperator(await store.read('getChat', { chatId }), operatorId),
    'chats.take': ({ chatId, over }, { operatorId }) => chats.take(operatorId, chatId, over ?? false),
    'chats.returnToBot': ({ chatId }, { operatorId }) => {
      attention.ended(chatId);
      return chats.returnToBot(operatorId, chatId);
    },
    'chats.requestRating': ({ chatId }, { operatorId }) => chats.requestRating(operatorId, chatId),
    'chats.close': ({ chatId }, { operatorId }) => {
      attention.ended(chatId);
      return chats.close(operatorId, chatId);
    },
    'chats.reopen': ({ chatId }, { operatorId }) => chats.reopen(operatorId, chatId),
    'chats.markRead': async ({ chatId }, { operatorId }) =>
      chatForOperator(await chats.markRead(operatorId, chatId), operatorId),
    'chats.reply': async ({ chatId, text, clientId, age, writtenBy }, { operatorId }) => {
      requireAuthor(writtenBy, operatorId);
      attention.ended(chatId, operatorId);
      return chats.reply(operatorId, chatId, text, clientId, age);
    },
    'chats.begin': (request, { operatorId }) => chats.begin(operatorId, request),
    'chats.note': async ({ chatId, text, clientId, writtenBy }, { operatorId }) => {
      requireAuthor(writtenBy, operatorId);
      return chats.note(operatorId, chatId, text, clientId);
    },
    'chats.editNote': ({ messageId, text }, { operatorId }) => chats.editNote(operatorId, messageId, text),
    'chats.replyMedia': (request, { operatorId }) => {
      attention.ended(request.chatId, operatorId);
      return media.outgoing.reply(operatorId, request);
    },
    'chats.typing': ({ chatId, typing }, { operatorId }) => attention.typing(chatId, operatorId, typing),
    'messages.list': async (page) => {
      const list = await store.read('listMessages', page);
      return { ...list, messages: list.messages.map(toClientMessage) };
    },
    'messages.resend': ({ messageId }) => media.outgoing.resend(messageId),
    'messages.dismissFailure': ({ messageId }) => chats.dismissFailure(messageId),
    'chats.assign': async (wish, { operatorId }) => {
      attention.ended(wish.chatId, operatorId);
      return assigning.assign(operatorId, wish);
    },
    'chats.unassign': ({ chatId }, { operatorId }) => assigning.unassign(operatorId, chatId),
    'chats.snooze': (wish, { operatorId }) => schedule.snooze(operatorId, wish),
    'chats.unsnooze': ({ chatId }, { operatorId }) => schedule.unsnooze(operatorId, chatId),
    'replies.schedule': (reply, { operatorId }) => {
      attention.ended(reply.chatId, operatorId);
      return schedule.schedule(operatorId, reply);
    },
    'replies.list': ({ chatId }) => store.read('listScheduledReplies', { chatId }),
    'replies.cancel': ({ replyId }) => schedule.cancel(replyId),
    'chats.look': async ({ windowId, chatId }, { operatorId }) => attention.look(windowId, operatorId, chatId),
    'chats.attention': async () => ({ chats: attention.list() }),
  };
}

/** A browser's windows share its sign-in: what was written under the former one is not sent under another's name. */
function requireAuthor(writtenBy: string | undefined, operatorId: string): void {
  if (writtenBy !== undefined && writtenBy !== operatorId)
    throw new ContractError('not_signed_in', phrase('errors:refusals.web.other'));
}

function chatForOperator(chat: Chat, operatorId: string): Chat & { readonly unread: number } {
  return { ...chat, unread: unreadOf(chat, operatorId) };
}
