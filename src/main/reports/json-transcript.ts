import type { Chat, Message } from '#shared/domain/entities.ts';
import type { TranscriptNames, TranscriptWriter } from './transcript.ts';

/** For programs: moments in UTC (ISO 8601), a chat each with its messages. */
export function jsonTranscript({ channel }: TranscriptNames): TranscriptWriter {
  return {
    mediaType: 'application/json; charset=utf-8',
    ending: 'json',
    begin: (title) => `{"title":${JSON.stringify(title)},"chats":[`,
    chat: (chat, isFirst) =>
      `${isFirst ? '' : ','}\n${JSON.stringify({ ...chatFields(chat), channel: channel(chat.channelId) }).slice(0, -1)},"messages":[`,
    message: (message, _chat, isFirst) => `${isFirst ? '' : ','}\n  ${JSON.stringify(messageFields(message))}`,
    chatEnd: () => ']}',
    end: () => '\n]}\n',
  };
}

function chatFields({ id, customer, openedAt, closedAt, rating, state }: Chat): Record<string, unknown> {
  return {
    id,
    state,
    openedAt: iso(openedAt),
    closedAt: iso(closedAt),
    customer: { id: customer.externalId, name: customer.name, phone: customer.phone, email: customer.email },
    rating: rating && { rate: rating.rate, comment: rating.comment, at: iso(rating.at) },
  };
}

function messageFields(message: Message): Record<string, unknown> {
  const { chatId: _chatId, from, at, delivery, event, authorName, ...rest } = message;
  return { at: iso(at), from, name: authorName, ...rest, event, delivery: delivery?.state };
}

function iso(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
