import { shortened } from '#shared/domain/graphemes.ts';
import {
  ATTEMPT_SPACING,
  type AttemptOutcome,
  type Lanes,
  type LanesOptions,
  type LaneSteps,
  startLanes,
  withDeadline,
} from '#main/delivery/lanes.ts';
import { type Journal, noteCall, type SentCall } from '#main/journal/journal.ts';
import { maskAddress } from '#main/journal/masking.ts';
import type { EngineContext } from '#main/store/store.ts';
import { appendSegment, endpointProblem } from '#shared/domain/endpoint.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { renderTyping } from '#shared/domain/kinds/kinds.ts';
import { isJsonObject, type JsonObject } from '#main/intake/json-body.ts';
import { errorAnswer } from '#shared/protocol/chat-channel.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import type { ChannelAddress } from '#main/store/deliveries/deliveries.ts';
import { createPoster, networkError, readText } from '#main/outgoing/caller.ts';
import { signatureHeaders } from '#main/outgoing/signature.ts';
import type { ChannelPort } from './channel-kinds.ts';
import type { SendingDelivery } from '#main/store/deliveries/sending.ts';

export interface RepliesOptions extends EngineContext {
  readonly journal: Journal;
  /** this program's version, sent with each request */
  readonly version: string;
  /** the listener's public address */
  readonly publicAddress: () => string;
  /** a channel's; undefined: it can no longer be read, and nothing is signed */
  readonly signingKey: (channelId: string) => string | undefined;
}

/** Sends replies (section 4.3) and typing notices (section 4.4) to channels. */
export function startReplies(options: RepliesOptions) {
  const { store, journal, clock, publicAddress } = options;
  const poster = createPoster(options.version);

  const send = async (to: ChannelAddress | undefined, sent: SentCall, signal: AbortSignal): Promise<PostOutcome> => {
    if (to === undefined) return notSent(phrase('errors:calls.notSent.channel'));
    const { endpoint } = to;
    if (endpoint === undefined) return notSent(phrase('errors:calls.notSent.noReplyAddress'));
    if (endpointProblem(endpoint, to.allowPlainHttp === 1) !== undefined)
      return notSent(phrase('errors:calls.notSent.channelAddress'));
    const started = clock.monotonic();
    const address = appendSegment(endpoint, to.publicId);
    const key = options.signingKey(to.channelId);
    const signed = key === undefined ? {} : signatureHeaders(key, sent.body, clock.wall());
    const sending = { maySend: store.nodes.leadsForSure, signed };
    const outcome = await postReply(poster, address, sent.body, signal, sending);
    const about = {
      channelId: to.channelId,
      at: clock.wall(),
      took: clock.monotonic() - started,
      status: outcome.status,
    };
    const { answerHeaders: responseHeaders, answer: responseBody } = outcome;
    const requestHeaders = poster.headersWith(signed);
    const wire = { url: maskAddress(address, false), requestHeaders, responseHeaders, responseBody };
    noteCall(journal, about, sent, outcome.ok ? undefined : outcome.error, wire);
    return outcome;
  };

  const delivery = startDelivery({
    ...options,
    mayAttempt: store.nodes.leadsForSure,
    attempt: ({ chatId, messageId, body }, signal, { to }) =>
      send(to, { kind: 'reply', chatId, messageId, body }, signal),
  });
  const sendTyping: ChannelPort['sendTyping'] = async ({ channelId, externalId, chatId }, operator, type) => {
    const photo = photoLink(operator, withoutSlashes(publicAddress()));
    const body = renderTyping(externalId, { name: operator.name, photo }, type);
    const to = await store.read('channelAddress', { channelId });
    await withDeadline(clock, ATTEMPT_SPACING, (signal) => send(to, { kind: type, chatId, body }, signal));
  };
  return {
    enqueue: delivery.enqueue,
    stop: async (): Promise<void> => {
      await delivery.stop();
      poster.stop();
    },
    /** one attempt */
    sendTyping,
  };
}

function notSent(reason: Phrase): PostOutcome {
  return { ok: false, error: { kind: 'not_sent', reason } };
}

type ReplySteps = LaneSteps<SendingDelivery, { readonly to: ChannelAddress | undefined }>;
export type Delivery = Lanes<SendingDelivery>;

/** Starts the outbound queue of replies. */
export function startDelivery({
  store,
  clock,
  log,
  perform,
  mayAttempt,
  attempt,
}: Pick<EngineContext, 'store' | 'clock' | 'log' | 'perform'> &
  Pick<ReplySteps, 'attempt'> &
  Pick<LanesOptions<SendingDelivery, unknown>, 'mayAttempt'>): Delivery {
  return startLanes({
    clock,
    log,
    mayAttempt,
    steps: {
      attempt,
      begin: ({ messageId }) => store.write('beginAttempt', { messageId }),
      failed: async ({ messageId }, error) => {
        // Show the channel's own error at once.
        if (error.kind === 'refused') await perform['deliveries.refused']({ messageId, error });
      },
      end: async ({ messageId }, error) => void (await perform['deliveries.end']({ messageId, error })),
    } satisfies ReplySteps,
  });
}

/** Bytes of a response to read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Includes the raw response, for the journal. */
type PostOutcome = AttemptOutcome & {
  readonly status?: number;
  readonly answer?: string;
  readonly answerHeaders?: readonly string[];
};

/** One request, response read and judged (chat channel interface, sections 4.3 and 7); never throws. */
async function postReply(
  poster: ReturnType<typeof createPoster>,
  address: string,
  body: string,
  signal: AbortSignal,
  sending: Parameters<typeof poster.post>[3],
): Promise<PostOutcome> {
  try {
    const answer = await poster.post(address, body, signal, sending);
    const status = answer.statusCode ?? 0;
    const text = await readText(answer, MAX_ANSWER_BYTES);
    return { ...parseOutcome(status, text), status, answerHeaders: answer.rawHeaders, answer: text };
  } catch (error) {
    return { ok: false, error: signal.aborted ? { kind: 'timeout' } : networkError(error) };
  }
}

/** Success is only status 200 with `result` equal to `ok`; an `error` gives the reason, whatever the status. */
export function parseOutcome(status: number, text: string | undefined): AttemptOutcome {
  if (status >= 300 && status < 400) return { ok: false, error: { kind: 'redirect', status } };
  const answer = text === undefined ? undefined : parseAnswer(text);
  if (status === 200 && answer?.['result'] === 'ok') return { ok: true };
  const refusal = errorIn(answer);
  if (refusal !== undefined)
    return { ok: false, error: { kind: 'refused', ...(status !== 200 && { status }), ...refusal } };
  return { ok: false, error: status === 200 ? { kind: 'invalid_answer' } : { kind: 'status', status } };
}

/** The JSON object in a response; one wrapped in a JSON string is unwrapped once. */
function parseAnswer(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const inner: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return isJsonObject(inner) ? inner : undefined;
  } catch {
    return undefined;
  }
}

function errorIn(answer: JsonObject | undefined): Pick<DeliveryError, 'code' | 'message'> | undefined {
  const error = answer?.['error'];
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string') return { message: shorten(error) };
  const read = errorAnswer.safeParse(error);
  if (!read.success) return {};
  const { code, message } = read.data;
  return omitUndefined({ code: code && shorten(code), message: message && shorten(message) });
}

function shorten(text: string): string {
  return shortened(text.toWellFormed(), 1000);
}
