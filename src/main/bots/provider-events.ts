import type { Clock } from '#main/clock/clock.ts';
import { ATTEMPT_SPACING, type AttemptOutcome, type Pace, startLanes, withDeadline } from '#main/delivery/lanes.ts';
import { type Journal, noteCall, type SentCall } from '#main/journal/journal.ts';
import { maskAddress } from '#main/journal/masking.ts';
import type { ReplayAnswer } from '#main/journal/replay.ts';
import { createPoster, failurePhrase, networkError, readBeginning } from '#main/outgoing/caller.ts';
import { isLost } from '#main/settings/installation.ts';
import type { Foundation } from '#main/store/store.ts';
import type { SendingEvent } from '#main/store/subjects/bot-events.ts';
import type { ChatChange } from '#main/store/subjects/chat-change.ts';
import { appendSegment, endpointProblem } from '#shared/domain/endpoint.ts';
import type { BotAttempt } from '#shared/domain/bots.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import type { BotDirectory } from './directory.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { IncomingMessage } from 'node:http';

/** 125 events a second: more than a bot may reply to, but a flood of them leaves room for incoming requests. */
const PACE: Pace = { burst: 16, interval: 8 };
/** Milliseconds the journal waits for a response body, which may stay open. */
const ANSWER_TIMEOUT = 250;

interface ProviderEventsOptions extends Pick<Foundation, 'store' | 'clock' | 'log'> {
  readonly journal: Journal;
  readonly bots: BotDirectory;
  readonly client: ProviderClient;
  readonly testBot: { readonly endpoint: string };
  /** an attempt to send a customer's message to the bot begins */
  readonly onSent: (event: SendingEvent) => void;
  /** the bot accepted a customer's message */
  readonly onTaken: (event: SendingEvent) => void;
  /** an unreachable bot lost a chat */
  readonly onChange: (change: ChatChange) => void;
  /** a line in the inspector changed */
  readonly onTurn: (chatId: string) => void;
}

export interface SentEvent extends SentCall {
  readonly botId: string;
}

/** Starts the outbound queue of bot events. */
export function startProviderEvents(options: ProviderEventsOptions) {
  const { store, clock, log, journal, bots, client, testBot, onSent, onTaken, onChange, onTurn } = options;
  /** attempts of the events in progress, for the inspector */
  const attempts = new Map<string, BotAttempt[]>();

  const addressOf = (event: Pick<SendingEvent, 'botId'>): string | DeliveryError => {
    const bot = bots.find(event.botId);
    if (bot === undefined) return { kind: 'not_sent', reason: phrase('errors:calls.notSent.removed') };
    if (isLost(bot.token)) return { kind: 'not_sent', reason: phrase('errors:calls.notSent.token') };
    if (!bots.isWorking(bot)) return { kind: 'not_sent', reason: phrase('errors:calls.notSent.off') };
    const endpoint = bot.endpoint ?? testBot.endpoint;
    if (endpointProblem(endpoint, bot.allowPlainHttp) !== undefined)
      return { kind: 'not_sent', reason: phrase('errors:calls.notSent.address') };
    return appendSegment(endpoint, bot.token);
  };

  const write = async (event: SendingEvent, error: DeliveryError | undefined, isLast: boolean): Promise<void> => {
    const logged = attempts.get(event.id) ?? [];
    if (!isLast) await store.write('recordEventAttempt', { id: event.id, log: logged });
    else {
      const change = await store.write('endEvent', { id: event.id, at: clock.wall(), log: logged, error });
      attempts.delete(event.id);
      if (change !== undefined) onChange(change);
    }
    onTurn(event.chatId);
  };

  /** The body may arrive later than the verdict. */
  const recordAnswer = async (
    event: SendingEvent,
    logged: BotAttempt[],
    at: number,
    { answer }: ProviderAnswer,
  ): Promise<void> => {
    const text = await answer;
    const attempt = logged[at];
    if (text === undefined || attempt === undefined) return;
    logged[at] = { ...attempt, answer: text };
    await store.write('recordEventAttempt', { id: event.id, log: logged });
    onTurn(event.chatId);
  };

  /** Includes the response body if it follows its headers quickly. */
  const note = async (
    event: SentEvent,
    address: string,
    { outcome, attempt, answer, answerHeaders }: ProviderAnswer,
  ): Promise<string | undefined> => {
    const { botId, chatId, messageId, kind, body, replay } = event;
    const at = clock.wall();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const cancel = clock.after(ANSWER_TIMEOUT, () => resolve(undefined));
    const responseBody = await Promise.race([answer, late]).finally(cancel);
    const about = { botId, at, took: attempt.took, status: attempt.status };
    const error = outcome.ok ? undefined : outcome.error;
    const wire = { url: maskAddress(address, true), requestHeaders: client.headers, responseHeaders: answerHeaders };
    noteCall(journal, about, { chatId, messageId, kind, body, replay }, error, { ...wire, responseBody });
    return responseBody;
  };

  /** Sends an earlier event again, in one attempt marked as a replay. */
  const replay = async (sent: Omit<SentEvent, 'replay'>): Promise<ReplayAnswer> => {
    const address = addressOf(sent);
    if (typeof address !== 'string') return { answer: '', problem: address.reason };
    const answer = await withDeadline(clock, ATTEMPT_SPACING, (signal) => client.post(address, sent.body, signal));
    const text = await note({ ...sent, replay: true }, address, answer);
    return {
      status: answer.attempt.status,
      answer: text ?? '',
      problem: answer.outcome.ok ? undefined : failurePhrase(answer.outcome.error),
    };
  };

  const lanes = startLanes<SendingEvent>({
    clock,
    log,
    pace: PACE,
    steps: {
      begin: async ({ id }) => {
        const isDue = (await store.write('beginEventAttempt', { id })) !== undefined;
        if (!isDue) attempts.delete(id);
        return isDue || undefined;
      },
      attempt: async (event, signal) => {
        const address = addressOf(event);
        if (typeof address !== 'string') return { ok: false, error: address };
        if (event.kind === 'CLIENT_MESSAGE') onSent(event);
        const answer = await client.post(address, event.body, signal);
        const logged = attempts.get(event.id) ?? [];
        attempts.set(event.id, logged);
        logged.push(answer.attempt);
        recordAnswer(event, logged, logged.length - 1, answer).catch((error: unknown) =>
          log.warn({ err: error }, 'a bot’s answer could not be written down'),
        );
        void note(event, address, answer);
        return answer.outcome;
      },
      failed: (event, error) => write(event, error, false),
      end: async (event, error) => {
        await write(event, error, true);
        if (error === undefined && event.kind === 'CLIENT_MESSAGE') onTaken(event);
      },
    },
  });
  return { ...lanes, replay };
}

/** Bytes of a response body to keep, and milliseconds to wait for its end. */
const MAX_ANSWER_BYTES = 2048;
const BODY_TIMEOUT = 3000;

interface ProviderAnswer {
  readonly outcome: AttemptOutcome;
  readonly attempt: BotAttempt;
  /** the start of the response body, which may arrive after the verdict; never rejects */
  readonly answer: Promise<string | undefined>;
  /** alternating names and values; absent if there was no response */
  readonly answerHeaders?: readonly string[];
}

/** Posts events to providers. */
export type ProviderClient = ReturnType<typeof createProviderClient>;

export function createProviderClient(version: string, clock: Clock) {
  const poster = createPoster(version);

  /** Stays open for a while after the headers: a bot may send its reply before it ends its response. */
  const readAnswer = async (answer: IncomingMessage): Promise<string | undefined> => {
    const cancel = clock.after(BODY_TIMEOUT, () => answer.destroy());
    // Show what arrived before the connection was lost.
    const { bytes } = await readBeginning(answer, MAX_ANSWER_BYTES);
    cancel();
    return bytes.length === 0 ? undefined : bytes.toString('utf8').toWellFormed();
  };

  return {
    ...poster,
    /** one request, judged when the response headers arrive (bot provider interface, sections 4.2, 7, 8); never throws */
    post: async (address: string, body: string, signal: AbortSignal): Promise<ProviderAnswer> => {
      const at = clock.wall();
      const begun = clock.monotonic();
      try {
        const answer = await poster.post(address, body, signal);
        const status = answer.statusCode ?? 0;
        const attempt = { at, took: clock.monotonic() - begun, status };
        const answerHeaders = answer.rawHeaders;
        if (status >= 200 && status < 300)
          return { outcome: { ok: true }, attempt, answer: readAnswer(answer), answerHeaders };
        const error =
          status >= 300 && status < 400 ? { kind: 'redirect' as const, status } : { kind: 'status' as const, status };
        return {
          outcome: { ok: false, error },
          attempt: { ...attempt, error },
          answer: readAnswer(answer),
          answerHeaders,
        };
      } catch (cause) {
        const error = signal.aborted ? { kind: 'timeout' as const } : networkError(cause);
        return {
          outcome: { ok: false, error },
          attempt: { at, took: clock.monotonic() - begun, error },
          answer: Promise.resolve(undefined),
        };
      }
    },
  };
}
