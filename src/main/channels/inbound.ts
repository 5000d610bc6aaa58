import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { Chats } from '#main/chats/chats.ts';
import type { CustomerTyping } from '#main/chats/typing.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { ChannelRecord } from '#main/settings/document.ts';
import type { Store } from '#main/store/store.ts';
import type { JournalEntry } from '#shared/domain/entities.ts';
import { readCustomerPost } from './customer-post.ts';
import type { ChannelDirectory } from './directory.ts';
import { notFound, RequestProblem } from './request-problem.ts';

export interface InboundOptions {
  readonly channels: ChannelDirectory;
  readonly chats: Chats;
  readonly typing: CustomerTyping;
  readonly store: Store;
  readonly journal: Journal;
  readonly clock: Clock;
  /** whether an operator is there */
  readonly anyAvailable: () => boolean;
}

interface Address {
  readonly secret: string;
  readonly publicId: string;
}

/** What the journal will say of a request that deserves attention; filled in while it is answered. */
interface Note {
  channel?: ChannelRecord;
  kind: string;
  outcome: JournalEntry['outcome'];
  notes: readonly string[];
  chatId?: string | undefined;
  messageId?: string | undefined;
}

/** Status and customer messages (chat channel interface, sections 4.1, 4.2 and 4.4). */
export const chatChannelRoutes: FastifyPluginCallback<InboundOptions> = (app, options, done) => {
  const { channels, chats, typing, store, journal, clock } = options;
  const notes = new WeakMap<FastifyRequest, Note>();

  const channelOf = (request: FastifyRequest): ChannelRecord => {
    const { secret, publicId } = request.params as Address;
    const channel = channels.byAddress(secret, publicId);
    if (channel === undefined) throw notFound();
    return channel;
  };
  app.addHook('onRequest', (request, _reply, next) => {
    try {
      notes.set(request, { channel: channelOf(request), kind: request.method === 'GET' ? 'status' : 'message', outcome: 'refused', notes: [] });
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') {
        throw new RequestProblem(415, 'unsupported_media_type', 'Compressed bodies are not accepted');
      }
      next();
    } catch (problem) {
      next(problem as Error);
    }
  });
  app.addHook('onError', (request, _reply, error, next) => {
    const note = notes.get(request);
    if (note !== undefined) note.notes = [error.message];
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    const note = notes.get(request);
    if (note?.channel !== undefined && (note.outcome !== 'accepted' || note.notes.length > 0)) {
      const { channel, ...rest } = note;
      const size = Buffer.isBuffer(request.body) ? request.body.length : 0;
      journal.add({ ...rest, channelId: channel.id, at: clock.wall(), direction: 'in', notes: [...rest.notes], status: reply.statusCode, took: reply.elapsedTime, size });
    }
    next();
  });

  app.get('/:secret/:publicId/status', (request, reply) => {
    const note = notes.get(request);
    if (note !== undefined) note.outcome = 'accepted';
    const isAvailable = options.anyAvailable() && note?.channel?.paused === false;
    void reply.type('application/json').send(isAvailable ? '1' : '0');
  });

  app.post('/:secret/:publicId', async (request, reply) => {
    void reply.type('application/json');
    const note = notes.get(request);
    if (note?.channel === undefined) throw notFound();
    const channelId = note.channel.id;
    const post = readCustomerPost(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), channelId);
    if (post.kind === 'typing') {
      const chatId = await store.read('openChatOf', { channelId, externalId: post.externalId });
      if (chatId !== undefined) typing[post.type === 'typein' ? 'begin' : 'end'](chatId);
      Object.assign(note, { kind: post.type, outcome: 'accepted', chatId });
      return ACCEPTED;
    }
    const receipt = await chats.receive({ ...post.message, channelId });
    if (receipt.repeat) {
      Object.assign(note, { outcome: 'repeat', notes: ['The same message was accepted before'] });
      return ACCEPTED;
    }
    typing.end(receipt.chatId);
    Object.assign(note, { outcome: 'accepted', notes: post.notes, chatId: receipt.chatId, messageId: receipt.messageIds[0] });
    return ACCEPTED;
  });
  done();
};

const ACCEPTED = JSON.stringify({ result: 'ok' });
