import { createHash } from 'node:crypto';
import type { CustomerTyping } from '#main/chats/attention.ts';
import type { Receive } from '#main/chats/receive.ts';
import type { Clock } from '#main/clock/clock.ts';
import { RequestProblem } from '#main/intake/request-problem.ts';
import { channelPath } from '#main/journal/inbound-requests.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import type { Store } from '#main/store/store.ts';
import type { NewJournalEntry } from '#main/store/journal.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { readCustomerPost, readEnvelope } from './customer-post.ts';

/** Milliseconds after which a message counts as written before, and until which it can have been. */
const WAITED = 10_000;
const LONGEST = 30 * 24 * 60 * 60_000;

/** A customer message that waited somewhere until this computer could take it. */
export interface WaitingPost {
  readonly body: Buffer;
  /** wall clock: when it was accepted there */
  readonly at: number;
  /** the same one again is the same message, also if it has no id of its own */
  readonly identity: string;
}

/** Takes customer messages that waited on a website (chat channel interface, sections 4.2 and 4.4). */
export function createWaitingPosts(options: {
  readonly receive: Receive;
  readonly typing: CustomerTyping;
  readonly store: Pick<Store, 'read'>;
  readonly journal: Pick<Journal, 'add'>;
  readonly clock: Pick<Clock, 'wall'>;
}) {
  const { receive, typing, store, journal, clock } = options;

  const note = (
    { id: channelId, publicId }: ChannelRecord,
    body: Buffer,
    entry: Pick<NewJournalEntry, 'kind' | 'outcome' | 'notes' | 'chatId' | 'messageId' | 'furtherMessageIds'>,
  ): void =>
    journal.add(
      { ...entry, channelId, at: clock.wall(), direction: 'in', status: undefined, took: 0, size: body.length },
      {
        method: 'POST',
        url: channelPath(publicId, false),
        requestHeaders: [],
        requestBody: body,
        isJson: entry.outcome !== 'refused',
      },
    );

  return {
    /** stored when it resolves, or never to be. Rejects if nothing can be stored at the moment */
    take: async (channel: ChannelRecord, { body, at, identity }: WaitingPost): Promise<void> => {
      const { id: channelId } = channel;
      try {
        const envelope = readEnvelope(body);
        const post = readCustomerPost(envelope, channelId);
        if (post.kind === 'typing') {
          const { isBlocked, chatId } = await store.read('findSender', { channelId, externalId: envelope.externalId });
          if (!isBlocked && chatId !== undefined) typing[post.type === 'typein' ? 'begin' : 'end'](chatId);
          return;
        }
        const digest = createHash('sha256').update(`${channelId} waited ${identity}`).digest('base64url').slice(0, 22);
        const message = { ...post.message, channelId, digest: post.message.digest ?? digest };
        const now = clock.wall();
        const hasWaited = now - at > WAITED && now - at < LONGEST;
        const receipt = await receive({ ...message, at: hasWaited ? at : now });
        if (receipt.outcome === 'repeat')
          note(channel, body, {
            kind: 'message',
            outcome: 'repeat',
            notes: [phrase('errors:calls.repeat.message')],
          });
        if (receipt.outcome !== 'stored') return;
        typing.end(receipt.chatId);
        const [messageId, ...further] = receipt.messageIds;
        note(channel, body, {
          kind: 'message',
          outcome: 'accepted',
          notes: [...post.notes],
          chatId: receipt.chatId,
          messageId,
          furtherMessageIds: further.length === 0 ? undefined : further,
        });
      } catch (error) {
        if (!(error instanceof RequestProblem)) throw error;
        note(channel, body, { kind: 'message', outcome: 'refused', notes: [error.reason] });
      }
    },
  };
}

export type WaitingPosts = ReturnType<typeof createWaitingPosts>;
