import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Chats } from '#main/chats/chats.ts';
import type { CustomerTyping } from '#main/chats/typing.ts';
import { channelPath, type InboundNote } from '#main/journal/inbound-requests.ts';
import type { ChannelRecord } from '#main/settings/document.ts';
import type { Store } from '#main/store/store.ts';
import { readCustomerPost } from './customer-post.ts';
import type { ChannelDirectory } from './directory.ts';
import { clientAddress } from '#main/intake/client-address.ts';
import { notFound, problemOf, RequestProblem } from '#main/intake/request-problem.ts';

export interface InboundOptions {
  readonly channels: ChannelDirectory;
  readonly chats: Chats;
  readonly typing: CustomerTyping;
  readonly store: Store;
  /** whether an operator is there */
  readonly anyAvailable: () => boolean;
  /** whether a channel is in its working hours */
  readonly isOpen: (channelId: string) => boolean;
  /** whether a bot works on a channel and is heard */
  readonly botAvailable: (channelId: string) => boolean;
  /** why a request more to this channel is refused */
  readonly admit: (channelId: string, address: string) => RequestProblem | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** whom a request to a channel's address is for */
    channel: ChannelRecord | undefined;
  }
}

/** Status and customer messages (chat channel interface, sections 4.1, 4.2 and 4.4). */
export const chatChannelRoutes: FastifyPluginCallback<InboundOptions> = (app, options, done) => {
  const { channels, chats, typing, store } = options;

  const note = (request: FastifyRequest, entry: Pick<InboundNote, 'kind' | 'outcome' | 'notes' | 'chatId' | 'messageId' | 'furtherMessageIds' | 'withoutBody'>): void => {
    if (request.channel === undefined) return;
    const { id: channelId, publicId } = request.channel;
    request.noted = { ...entry, channelId, url: channelPath(publicId, request.routeOptions.url?.endsWith('/status') ?? false) };
  };

  const isBotThere = ({ id, countBot }: ChannelRecord): boolean => countBot && options.botAvailable(id);

  app.decorateRequest('channel', undefined);
  app.addHook('onRequest', (request, _reply, next) => {
    const { secret, publicId } = request.params as { readonly secret: string; readonly publicId: string };
    request.channel = channels.byAddress(secret, publicId);
    const encoding = request.headers['content-encoding'];
    if (request.channel === undefined) next(notFound());
    else if (encoding === undefined || encoding === 'identity') next(options.admit(request.channel.id, clientAddress(request)));
    else next(new RequestProblem(415, 'unsupported_media_type', 'Compressed bodies are not accepted'));
  });
  app.addHook('onError', (request, _reply, error, next) => {
    note(request, { kind: request.method === 'GET' ? 'status' : 'message', outcome: 'refused', notes: [problemOf(error).message] });
    next();
  });

  app.get('/:secret/:publicId/status', (request, reply) => {
    const isAvailable = request.channel !== undefined && !request.channel.paused && options.isOpen(request.channel.id) && (options.anyAvailable() || isBotThere(request.channel));
    note(request, { kind: 'status', outcome: 'accepted', notes: [] });
    void reply.type('application/json').send(isAvailable ? '1' : '0');
  });

  app.post('/:secret/:publicId', async (request, reply) => {
    if (request.channel === undefined) throw notFound();
    const channelId = request.channel.id;
    const post = readCustomerPost(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), channelId);
    if (post.kind === 'typing') {
      const chatId = await store.read('openChatOf', { channelId, externalId: post.externalId });
      if (chatId !== undefined) typing[post.type === 'typein' ? 'begin' : 'end'](chatId);
      note(request, { kind: post.type, outcome: 'accepted', notes: [], chatId });
      return accept(reply);
    }
    const receipt = await chats.receive({ ...post.message, channelId, ...(request.isReplay && { digest: undefined }) });
    if (receipt.repeat && receipt.isBlocked === true) {
      note(request, { kind: 'message', outcome: 'accepted', notes: ['From a blocked customer: counted, not kept'], withoutBody: true });
      return accept(reply);
    }
    if (receipt.repeat) {
      note(request, { kind: 'message', outcome: 'repeat', notes: ['The same message was accepted before'] });
      return accept(reply);
    }
    typing.end(receipt.chatId);
    const { chatId, messageIds } = receipt;
    const [messageId, ...further] = messageIds;
    note(request, { kind: 'message', outcome: 'accepted', notes: [...post.notes], chatId, messageId, furtherMessageIds: further.length === 0 ? undefined : further });
    return accept(reply);
  });
  done();
};

const ACCEPTED = JSON.stringify({ result: 'ok' });

function accept(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').send(ACCEPTED);
}
