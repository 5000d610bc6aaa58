import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Receive } from '#main/chats/receive.ts';
import type { CustomerTyping } from '#main/chats/attention.ts';
import { channelPath, type InboundNote } from '#main/journal/inbound-requests.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import type { Store } from '#main/store/store.ts';
import { readCustomerPost, readEnvelope, type CustomerPost, type Envelope } from './customer-post.ts';
import type { ChannelDirectory } from './directory.ts';
import { announcedBytes, TooManyRequests, type Admission } from '#main/intake/admission.ts';
import { notFound, asRequestProblem, RequestProblem } from '#main/intake/request-problem.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface InboundOptions {
  readonly channels: ChannelDirectory;
  readonly receive: Receive;
  readonly typing: CustomerTyping;
  readonly store: Store;
  /** what the status says: somebody is there */
  readonly isAvailable: (channel: ChannelRecord) => boolean;
  /** a new customer was refused because too many came */
  readonly onFlood: (channelId: string) => void;
  readonly admission: Pick<Admission, 'toChannel' | 'receivedChannelBody' | 'extraMessages' | 'newChats'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** the channel that a request's address belongs to */
    channel: ChannelRecord | undefined;
  }
}

const CHANNEL_URL = '/:secret/:publicId';

/** Status requests and customer messages (chat channel interface, sections 4.1, 4.2 and 4.4). */
export const chatChannelRoutes: FastifyPluginCallback<InboundOptions> = (app, options, done) => {
  const { channels, receive, typing, store, admission } = options;

  const note = (
    request: FastifyRequest,
    entry: Pick<InboundNote, 'kind' | 'outcome' | 'notes' | 'chatId' | 'messageId' | 'furtherMessageIds'>,
  ): void => {
    if (request.channel === undefined) return;
    const { id: channelId, publicId } = request.channel;
    request.noted = {
      ...entry,
      channelId,
      url: channelPath(publicId, request.routeOptions.url?.endsWith('/status') ?? false),
    };
  };

  const channelAt = ({ params }: FastifyRequest): ChannelRecord => {
    const { secret, publicId } = params as { readonly secret: string; readonly publicId: string };
    const channel = channels.byAddress(secret, publicId);
    if (channel === undefined) throw notFound();
    return channel;
  };
  const addressee = (kind: 'message' | 'status') => (request: FastifyRequest) => {
    const { id: channelId, publicId } = channelAt(request);
    return { kind, channelId, url: channelPath(publicId, kind === 'status') };
  };

  app.decorateRequest('channel', undefined);
  app.addHook('onRequest', (request, _reply, next) => {
    request.channel = channelAt(request);
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity')
      next(admission.toChannel(request.channel.id, request.clientAddress, announcedBytes(request.headers)));
    else next(new RequestProblem(415, 'unsupported_media_type', phrase('errors:calls.compressed')));
  });
  app.addHook('onError', (request, _reply, error, next) => {
    note(request, {
      kind: request.method === 'GET' ? 'status' : 'message',
      outcome: 'refused',
      notes: [asRequestProblem(error).reason],
    });
    next();
  });

  app.get(`${CHANNEL_URL}/status`, { config: { addressee: addressee('status') } }, (request, reply) => {
    const isAvailable = request.channel !== undefined && options.isAvailable(request.channel);
    note(request, { kind: 'status', outcome: 'accepted', notes: [] });
    void reply.type('application/json').send(isAvailable ? '1' : '0');
  });

  app.post(CHANNEL_URL, { config: { addressee: addressee('message') } }, async (request, reply) => {
    if (request.channel === undefined) throw notFound();
    const channelId = request.channel.id;
    const taken = take(request, channelId);
    if (taken.kind !== 'message') {
      const { isBlocked, chatId } = await taken.sender;
      // A blocked sender is not told of errors either.
      if (isBlocked) return accept(reply);
      if (taken.kind === 'mistake') throw taken.error;
      if (chatId !== undefined) typing[taken.type === 'typein' ? 'begin' : 'end'](chatId);
      note(request, { kind: taken.type, outcome: 'accepted', notes: [], chatId });
      return accept(reply);
    }
    const receipt = await taken.receipt;
    // Nothing a blocked customer sends may appear in the journal.
    if (receipt.outcome === 'blocked') return accept(reply);
    if (receipt.outcome === 'no_channel') throw notFound();
    if (receipt.outcome === 'too_many_chats') {
      options.onFlood(channelId);
      throw new TooManyRequests(receipt.wait, phrase('errors:calls.tooManyChats'));
    }
    if (receipt.outcome === 'repeat') {
      note(request, { kind: 'message', outcome: 'repeat', notes: [phrase('errors:calls.repeat.message')] });
      return accept(reply);
    }
    typing.end(receipt.chatId);
    const { chatId, messageIds } = receipt;
    const [messageId, ...further] = messageIds;
    note(request, {
      kind: 'message',
      outcome: 'accepted',
      notes: [...taken.notes],
      chatId,
      messageId,
      furtherMessageIds: further.length === 0 ? undefined : further,
    });
    return accept(reply);
  });

  /** Parses a message and starts to store it; what was parsed is not kept in memory until that is done. */
  const take = (request: FastifyRequest, channelId: string) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    refuse(admission.receivedChannelBody(channelId, request.clientAddress, body.length));
    const envelope = readEnvelope(body);
    const post = tryReadPost(envelope, channelId);
    if (post.kind !== 'message')
      return { ...post, sender: store.read('findSender', { channelId, externalId: envelope.externalId }) };
    const receipt = receive({ ...post.message, channelId, newChats: admission.newChats() }, (messages) =>
      refuse(admission.extraMessages(channelId, request.clientAddress, messages - 1)),
    );
    return { kind: post.kind, notes: post.notes, receipt };
  };
  done();
};

function tryReadPost(
  envelope: Envelope,
  channelId: string,
): CustomerPost | { readonly kind: 'mistake'; readonly error: unknown } {
  try {
    return readCustomerPost(envelope, channelId);
  } catch (error) {
    return { kind: 'mistake', error };
  }
}

function refuse(problem: RequestProblem | undefined): void {
  if (problem !== undefined) throw problem;
}

const ACCEPTED = JSON.stringify({ result: 'ok' });

function accept(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').send(ACCEPTED);
}
