import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import type { Chats } from '#main/chats/chats.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { Rendering } from '#main/store/subjects/deliveries.ts';
import type { PartToSend } from '#main/store/subjects/replies.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { MediaSettings } from '#shared/contract/media.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { MediaProblem, type MediaStore } from '../ports.ts';
import { preparePart } from './prepared-parts.ts';
import { phrase } from '#shared/locales/phrase.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface OutgoingOptions {
  readonly store: Store;
  readonly chats: Pick<Chats, 'replyWithMedia' | 'resend'>;
  readonly media: MediaStore;
  readonly settings: () => MediaSettings;
  /** address at which customers reach the listener */
  readonly publicAddress: () => string;
  readonly clock: Clock;
}

export interface MediaReplyRequest {
  readonly chatId: string;
  /** sending the same again is the same reply */
  readonly clientId: string;
  readonly parts: readonly MediaReply[];
}

/** Replies with pictures, files and voice messages. Reject with ContractError. */
export function createOutgoing({ store, chats, media, settings, publicAddress, clock }: OutgoingOptions) {
  const rendering = (): Rendering => ({
    publicUrl: withoutSlashes(publicAddress()),
    expiresAt: clock.wall() + settings().hostedDays * DAY,
    at: clock.wall(),
  });
  return {
    /** Coded errors: not_found, chat_closed, chat_taken, file_refused */
    reply: async (
      operatorId: string,
      { chatId, clientId, parts }: MediaReplyRequest,
    ): Promise<{ chat: Chat; messages: Message[] }> => {
      const { publicUrl, expiresAt } = rendering();
      try {
        const prepared: PartToSend[] = [];
        for (const part of parts) prepared.push(await preparePart(part, { store, media, operatorId, expiresAt }));
        return await chats.replyWithMedia(operatorId, { chatId, clientId, parts: prepared, publicUrl });
      } catch (error) {
        // An earlier attempt that succeeded has used up its uploads.
        const messages = await store.read('findReply', { chatId, clientId });
        if (messages.length === 0) return refuse(error);
        return { chat: await store.read('getChat', { chatId }), messages };
      }
    },
    /** with current links. Coded errors: not_found, not_failed, file_refused */
    resend: async (messageId: string): Promise<Message> => {
      for (const { digest, fileName } of await store.read('filesOfMessage', { messageId })) {
        if ((await media.find(digest)) === undefined)
          throw new ContractError('file_refused', phrase('errors:refusals.file.gone', { name: fileName }));
      }
      return chats.resend(messageId, rendering());
    },
  };
}

/** A file that could not be re-encoded, in words. */
function refuse(error: unknown): never {
  if (!(error instanceof MediaProblem)) throw error;
  if (error.reason === 'no_space') throw new ContractError('storage_unavailable', phrase('errors:refusals.store.full'));
  throw new ContractError('file_refused', phrase('errors:refusals.file.unreadable'));
}
