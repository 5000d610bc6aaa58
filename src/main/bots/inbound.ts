import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, notFound, asRequestProblem, RequestProblem } from '#main/intake/request-problem.ts';
import { botPath, type InboundNote } from '#main/journal/inbound-requests.ts';
import type { BotRecord } from '#main/settings/installation.ts';
import type { EngineContext } from '#main/store/store.ts';
import { BOT_PROBLEMS, type BotEventReceived } from '#main/store/bots/receive-bot-event.ts';
import type { HeldBackReason } from '#shared/domain/message.ts';
import type { BotDirectory } from './directory.ts';
import type { HourlyLimit } from './hourly-limit.ts';
import { readOutline, readProviderPost, type PostOutline } from './provider-post.ts';
import { TEST_CHAT, type TestMessages } from './test-messages.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

export interface BotInboundOptions extends Pick<EngineContext, 'store' | 'clock' | 'perform'> {
  readonly bots: BotDirectory;
  readonly limit: HourlyLimit;
  readonly tests: TestMessages;
  /** a bot did something in a chat that its customer can see */
  readonly onAccepted: (chatId: string) => void;
  /** a line was added to the inspector */
  readonly onTurn: (chatId: string) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** the bot whose service address was called */
    bot: BotRecord | undefined;
  }
}

interface Params {
  readonly providerId: string;
  readonly token: string;
}

/** Accepts events from providers (bot provider interface, sections 4.1, 5, 7 and 8). */
export const botRoutes: FastifyPluginCallback<BotInboundOptions> = (app, options, done) => {
  const { bots, limit, tests, store, clock, perform, onAccepted, onTurn } = options;

  const note = (
    request: FastifyRequest,
    entry: Pick<InboundNote, 'kind' | 'outcome' | 'notes' | 'chatId' | 'messageId'>,
  ): void => {
    if (request.bot !== undefined)
      request.noted = { ...entry, botId: request.bot.id, url: botPath(request.bot.providerId) };
  };

  const botAt = (request: FastifyRequest): BotRecord => {
    const { providerId, token } = request.params as Params;
    if (providerId === '' || token === '') throw notFound();
    const bot = bots.byAddress(providerId, token);
    if (bot === undefined) throw unknownBot();
    return bot;
  };
  const addressee = (request: FastifyRequest) => {
    const { id: botId, providerId } = botAt(request);
    return { kind: 'bot event', botId, url: botPath(providerId) };
  };

  app.decorateRequest('bot', undefined);
  // Same turn: a wrong token must be counted before the next request is looked at.
  app.addHook('onRequest', (request, _reply, next) => {
    request.bot = botAt(request);
    const { token } = request.params as Params;
    const { authorization } = request.headers;
    if (authorization !== undefined && authorization !== `Bearer ${token}`) {
      return next(new RequestProblem(401, 'unauthorized_client', phrase('errors:calls.bearer')));
    }
    next();
  });
  app.addHook('onRequest', async (request, reply) => {
    const { bot } = request;
    if (bot === undefined) throw unknownBot();
    const admission = await limit.admit(bot.id, bot.hourlyLimit);
    if (!admission.ok) {
      void reply.header('retry-after', String(admission.retryAfter));
      throw new RequestProblem(429, 'about:blank', phrase('errors:calls.callBlocked'));
    }
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new RequestProblem(415, 'unsupported_media_type', phrase('errors:calls.compressed'));
  });
  app.addHook('onError', async (request, _reply, error) => {
    note(request, { kind: 'bot event', ...request.noted, outcome: 'refused', notes: [asRequestProblem(error).reason] });
  });

  app.post('/webhooks/:providerId/:token', { config: { addressee } }, async (request, reply) => {
    const { bot } = request;
    if (bot === undefined) throw unknownBot();
    const { post, outline } = await read(bot, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    if ((post.chatId ?? post.customerId) === TEST_CHAT && (await tests.receive(bot.id, outline.text))) {
      note(request, { kind: post.event, outcome: 'accepted', notes: [phrase('errors:calls.testAnswer')] });
      return accept(reply);
    }
    const { id, chatId, customerId, digest } = post;
    const { id: botId, name, enabled } = bot;
    const received = await perform['bots.act']({
      bot: { id: botId, name, enabled },
      id,
      chatId,
      customerId,
      digest,
      action: post,
      body: outline.text,
    });
    if (received.chatId !== undefined) onTurn(received.chatId);
    if (received.outcome === 'accepted' && !received.added.some(({ heldBack }) => heldBack !== undefined))
      onAccepted(received.chatId);
    const isRepeat = received.outcome === 'repeat';
    note(request, {
      kind: post.event,
      outcome: isRepeat ? 'repeat' : 'accepted',
      notes: isRepeat ? [phrase('errors:calls.repeat.event')] : [...post.notes],
      chatId: received.chatId,
      messageId: messageOf(received),
    });
    const problem = problemIn(received);
    if (problem !== undefined) throw problem;
    return accept(reply);
  });

  /** Unreadable requests are recorded too: they count towards the limit, and the bot's developer can look them up. */
  const read = async (bot: BotRecord, body: Buffer) => {
    let outline: PostOutline = { text: body.toString('utf8'), kind: 'unknown', chatId: undefined };
    try {
      const outlined = readOutline(body);
      outline = outlined.outline;
      return { post: readProviderPost(outlined.value), outline };
    } catch (error) {
      const { status, reason } = asRequestProblem(error);
      const { text, ...known } = outline;
      const refused = { botId: bot.id, ...known, body: text, status, note: reason, at: clock.wall() };
      const shownIn = await store.write('refuseEvent', refused);
      if (shownIn !== undefined) onTurn(shownIn);
      throw error;
    }
  };
  done();
};

/** The same response for an unknown provider, a wrong token and a token that several bots share. */
const unknownBot = (): RequestProblem => new RequestProblem(401, 'invalid_client', phrase('errors:calls.unknownBot'));

/** The bot's message in the chat, if the event was one. */
function messageOf(received: BotEventReceived): string | undefined {
  return 'added' in received ? received.added.find(({ from }) => from === 'bot')?.id : undefined;
}

function problemIn(received: BotEventReceived): RequestProblem | undefined {
  if (received.outcome === 'held_back') return new RequestProblem(403, 'access_denied', HELD_BACK[received.reason]);
  if (received.outcome !== 'refused') return undefined;
  const reason = BOT_PROBLEMS[received.problem];
  return received.problem === 'not_yours' ? new RequestProblem(403, 'access_denied', reason) : invalidRequest(reason);
}

const HELD_BACK: Record<HeldBackReason, Phrase> = {
  operator_has_it: phrase('errors:calls.held.operator'),
  other_bot_has_it: phrase('errors:calls.held.otherBot'),
  handed_over: phrase('errors:calls.held.handedOver'),
  chat_closed: phrase('errors:calls.held.closed'),
  bot_disabled: phrase('errors:calls.held.off'),
  no_plain_text: phrase('errors:calls.held.noText'),
  not_reachable: phrase('errors:calls.held.notReachable'),
  unknown: phrase('errors:unknown'),
};

const ACCEPTED = JSON.stringify({ result: 'ok' });

function accept(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').send(ACCEPTED);
}
