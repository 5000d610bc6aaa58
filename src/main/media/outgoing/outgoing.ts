import type { Chats } from '#main/chats/chats.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { Rendering } from '#main/store/transactions/deliveries.ts';
import type { PartToSend } from '#main/store/transactions/replies.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { MediaReply, MediaSettings } from '#shared/contract/media.ts';
import { CONTENT_TYPES, type ContentType } from '#shared/protocol/chat-channel.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { MediaProblem } from '../media-problem.ts';
import type { MediaStore } from '../ports.ts';
import { preparedPart } from './prepared-parts.ts';
import { phrase } from '#shared/locales/phrase.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface OutgoingOptions {
  readonly store: Store;
  readonly chats: Pick<Chats, 'replyWithMedia' | 'resend'>;
  readonly media: MediaStore;
  readonly settings: () => MediaSettings;
  /** undefined: the channel was removed */
  readonly channel: (channelId: string) => { readonly takes: readonly ContentType[] } | undefined;
  /** where customers reach the listener */
  readonly publicAddress: () => string;
  readonly clock: Clock;
}

export interface MediaReplyRequest {
  readonly chatId: string;
  /** the same again is the same reply */
  readonly clientId: string;
  readonly parts: readonly MediaReply[];
}

/** Replies with pictures, files and voices. Reject with ContractError. */
export type Outgoing = ReturnType<typeof createOutgoing>;

export function createOutgoing({ store, chats, media, settings, channel, publicAddress, clock }: OutgoingOptions) {
  const renderingFor = (channelId: string): Rendering => ({
    publicUrl: withoutSlashes(publicAddress()),
    takes: channel(channelId)?.takes ?? CONTENT_TYPES,
    expiresAt: clock.wall() + settings().hostedDays * DAY,
    at: clock.wall(),
  });
  return {
    /** Coded errors: not_found, chat_closed, chat_taken, file_refused */
    reply: async (
      operatorId: string,
      { chatId, clientId, parts }: MediaReplyRequest,
    ): Promise<{ chat: Chat; messages: Message[] }> => {
      const chat = await store.read('getChat', { chatId });
      const known = await store.read('findReply', { chatId, clientId });
      // Its uploads may be gone meanwhile.
      if (known.length > 0) return { chat, messages: known };
      const rendering = renderingFor(chat.channelId);
      const prepared: PartToSend[] = [];
      for (const part of parts)
        prepared.push(...(await preparedPart(part, { store, media, operatorId, ...rendering }).catch(refuse)));
      const { publicUrl, takes } = rendering;
      return chats.replyWithMedia(operatorId, { chatId, clientId, parts: prepared, publicUrl, takes });
    },
    /** with links as they are now. Coded errors: not_found, not_failed, file_refused */
    resend: async (messageId: string): Promise<Message> => {
      const sent = await store.read('filesOfMessage', { messageId });
      if (sent === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.reply'));
      for (const { digest, fileName } of sent.files) {
        if ((await media.find(digest)) === undefined)
          throw new ContractError('file_refused', phrase('errors:refusals.file.gone', { name: fileName }));
      }
      return chats.resend(messageId, renderingFor(sent.channelId));
    },
  };
}

/** A file that could not be written anew, in words. */
function refuse(error: unknown): never {
  if (!(error instanceof MediaProblem)) throw error;
  if (error.reason === 'no_space') throw new ContractError('storage_unavailable', phrase('errors:refusals.store.full'));
  throw new ContractError('file_refused', phrase('errors:refusals.file.unreadable'));
}
