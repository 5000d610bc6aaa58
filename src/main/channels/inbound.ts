import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Chats } from '#main/chats/chats.ts';
import type { CustomerTyping } from '#main/chats/typing.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { ChannelRecord } from '#main/settings/document.ts';
import type { Store } from '#main/store/store.ts';
import type { NewJournalEntry } from '#main/store/transactions/journal.ts';
import { readCustomerPost } from './customer-post.ts';
import type { ChannelDirectory } from './directory.ts';
import { notFound, problemOf, RequestProblem } from '#main/intake/request-problem.ts';

export interface InboundOptions {
  readonly channels: ChannelDirectory;
  readonly chats: Chats;
  readonly typing: CustomerTyping;
  readonly store: Store;
  readonly journal: Journal;
  readonly clock: Clock;
  /** whether an operator is there */
  readonly anyAvailable: () => boolean;
  /** whether a bot works on a channel and is heard */
  readonly botAvailable: (channelId: string) => boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** whom a request to a channel's address is for */
    channel: ChannelRecord | undefined;
  }
}

/** Status and customer messages (chat channel interface, sections 4.1, 4.2 and 4.4). */
export const chatChannelRoutes: FastifyPluginCallback<InboundOptions> = (app, options, done) => {
  const { channels, chats, typing, store, journal, clock } = options;

  const note = (request: FastifyRequest, reply: FastifyReply, entry: Pick<NewJournalEntry, 'kind' | 'outcome' | 'notes' | 'chatId' | 'messageId' | 'status'>): void => {
    const size = Buffer.isBuffer(request.body) ? request.body.length : 0;
    journal.add({ ...entry, channelId: request.channel?.id, at: clock.wall(), direction: 'in', took: reply.elapsedTime, size });
  };

  const isBotThere = ({ id, countBot }: ChannelRecord): boolean => countBot && options.botAvailable(id);

  app.decorateRequest('channel', undefined);
  app.addHook('onRequest', (request, _reply, next) => {
    const { secret, publicId } = request.params as { readonly secret: string; readonly publicId: string };
    request.channel = channels.byAddress(secret, publicId);
    const encoding = request.headers['content-encoding'];
    if (request.channel === undefined) next(notFound());
    else if (encoding === undefined || encoding === 'identity') next();
    else next(new RequestProblem(415, 'unsupported_media_type', 'Compressed bodies are not accepted'));
  });
  app.addHook('onError', (request, reply, error, next) => {
    const { status, message } = problemOf(error);
    if (request.channel !== undefined) note(request, reply, { kind: request.method === 'GET' ? 'status' : 'message', outcome: 'refused', notes: [message], status });
    next();
  });

  app.get('/:secret/:publicId/status', (request, reply) => {
    const isAvailable = request.channel !== undefined && !request.channel.paused && (options.anyAvailable() || isBotThere(request.channel));
    note(request, reply, { kind: 'status', outcome: 'accepted', notes: [], status: 200 });
    void reply.type('application/json').send(isAvailable ? '1' : '0');
  });

  app.post('/:secret/:publicId', async (request, reply) => {
    if (request.channel === undefined) throw notFound();
    const channelId = request.channel.id;
    const post = readCustomerPost(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), channelId);
    if (post.kind === 'typing') {
      const chatId = await store.read('openChatOf', { channelId, externalId: post.externalId });
      if (chatId !== undefined) typing[post.type === 'typein' ? 'begin' : 'end'](chatId);
      note(request, reply, { kind: post.type, outcome: 'accepted', notes: [], status: 200, chatId });
      return accept(reply);
    }
    const receipt = await chats.receive({ ...post.message, channelId });
    if (receipt.repeat) {
      note(request, reply, { kind: 'message', outcome: 'repeat', notes: ['The same message was accepted before'], status: 200 });
      return accept(reply);
    }
    typing.end(receipt.chatId);
    const { chatId, messageIds } = receipt;
    note(request, reply, { kind: 'message', outcome: 'accepted', notes: [...post.notes], status: 200, chatId, messageId: messageIds[0] });
    return accept(reply);
  });
  done();
};

const ACCEPTED = JSON.stringify({ result: 'ok' });

function accept(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').send(ACCEPTED);
}
