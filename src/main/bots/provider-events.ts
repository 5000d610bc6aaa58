import { type Pace, startLanes } from '#main/delivery/lanes.ts';
import { type Journal, noteCall } from '#main/journal/journal.ts';
import { maskAddress } from '#main/journal/masking.ts';
import { isLost, readable } from '#main/settings/installation.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { BegunAttempt } from '#main/store/bots/bot-events.ts';
import { appendSegment, endpointProblem } from '#shared/domain/endpoint.ts';
import type { BotAttempt } from '#shared/domain/bots.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import type { BotDirectory } from './directory.ts';
import type { ProviderAnswer, ProviderClient } from './provider-client.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { SendingEvent } from '#main/store/deliveries/sending.ts';

/** 125 events a second: more than a bot may reply to, but a flood of them leaves room for incoming requests. */
const PACE: Pace = { burst: 16, interval: 8 };
/** Milliseconds the journal waits for a response body, which may stay open. */
const ANSWER_TIMEOUT = 250;

interface ProviderEventsOptions extends Pick<EngineContext, 'store' | 'clock' | 'log' | 'perform'> {
  readonly journal: Journal;
  readonly bots: BotDirectory;
  readonly client: ProviderClient;
  readonly testBot: { readonly endpoint: string };
  /** a bot took an event, or did not after all attempts */
  readonly onVerdict: (botId: string, isTaken: boolean) => void;
  /** an attempt to send a customer's message to the bot begins */
  readonly onSent: (event: SendingEvent) => void;
  /** the bot accepted a customer's message */
  readonly onTaken: (event: SendingEvent) => void;
  /** a line in the inspector changed */
  readonly onTurn: (chatId: string) => void;
}

/** Starts the outbound queue of bot events. */
export function startProviderEvents(options: ProviderEventsOptions) {
  const { store, clock, log, journal, bots, client, testBot, onVerdict, onSent, onTaken, onTurn } = options;
  /** attempts of the events in progress, for the inspector */
  const attempts = new Map<string, BotAttempt[]>();

  const addressOf = (event: SendingEvent): string | DeliveryError => {
    const bot = bots.find(event.botId);
    if (bot === undefined) return { kind: 'not_sent', reason: phrase('errors:calls.notSent.removed') };
    if (isLost(bot.token)) return { kind: 'not_sent', reason: phrase('errors:calls.notSent.token') };
    if (!bots.isWorking(bot)) return { kind: 'not_sent', reason: phrase('errors:calls.notSent.off') };
    const endpoint = bot.endpoint ?? testBot.endpoint;
    if (endpointProblem(endpoint, bot.allowPlainHttp) !== undefined)
      return { kind: 'not_sent', reason: phrase('errors:calls.notSent.address') };
    return appendSegment(endpoint, bot.token);
  };

  const keyOf = ({ botId }: SendingEvent) => readable(bots.find(botId)?.signingKey);

  const logOf = (event: SendingEvent): readonly BotAttempt[] => attempts.get(event.id) ?? [];
  /** start of the unanswered attempt of an event in progress */
  const unanswered = new Map<string, number>();
  const record = async ({ id, chatId }: SendingEvent, made: readonly BotAttempt[]): Promise<void> => {
    await store.write('recordEventAttempt', { id, log: made, unansweredAfter: unanswered.get(id) });
    onTurn(chatId);
  };

  /** The body may arrive later than the verdict. */
  const recordAnswer = async (
    event: SendingEvent,
    made: readonly BotAttempt[],
    { attempt, answer }: ProviderAnswer,
  ): Promise<void> => {
    const text = await answer;
    if (text === undefined) return;
    attempt.answer = text;
    await record(event, made);
  };

  /** Includes the response body if it follows its headers quickly. */
  const note = async (
    event: SendingEvent,
    address: string,
    { attempt, answer, requestHeaders, answerHeaders: responseHeaders }: ProviderAnswer,
  ): Promise<void> => {
    const { botId, chatId, messageId, kind, body } = event;
    const at = clock.wall();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const cancel = clock.after(ANSWER_TIMEOUT, () => resolve(undefined));
    const responseBody = await Promise.race([answer, late]).finally(cancel);
    const about = { botId, at, took: attempt.took, status: attempt.status };
    const wire = { url: maskAddress(address, true), requestHeaders, responseHeaders };
    noteCall(journal, about, { chatId, messageId, kind, body }, attempt.error, { ...wire, responseBody });
  };

  const end = async (event: SendingEvent, error: DeliveryError | undefined): Promise<void> => {
    const { id } = event;
    const isTaken = await options.perform['bots.endEvent']({ id, log: logOf(event), error });
    forget(id);
    // One that was not sent, or interrupted by the end of the program, says nothing about the bot.
    if (isTaken || (error?.kind !== 'not_sent' && error?.kind !== 'interrupted')) onVerdict(event.botId, isTaken);
    if (isTaken && event.kind === 'CLIENT_MESSAGE') onTaken(event);
  };
  const forget = (id: string): void => {
    attempts.delete(id);
    unanswered.delete(id);
  };

  return startLanes<SendingEvent, BegunAttempt>({
    clock,
    log,
    mayAttempt: store.nodes.leadsForSure,
    pace: PACE,
    steps: {
      begin: async (event) => {
        const begun = await store.write('beginEventAttempt', { id: event.id });
        if (begun === undefined) forget(event.id);
        if (begun?.isReceived !== true) return begun;
        await end(event, undefined);
        return undefined;
      },
      attempt: async (event, signal, { after }) => {
        const address = addressOf(event);
        if (typeof address !== 'string') return { ok: false, error: address };
        if (event.kind === 'CLIENT_MESSAGE') onSent(event);
        const answer = await client.post(address, event.body, keyOf(event), signal, store.nodes.leadsForSure);
        const made = attempts.get(event.id) ?? [];
        attempts.set(event.id, made);
        made.push(answer.attempt);
        recordAnswer(event, made, answer).catch((error: unknown) =>
          log.warn({ err: error }, 'a bot’s answer could not be written down'),
        );
        void note(event, address, answer);
        if (answer.isUnanswered && !unanswered.has(event.id)) unanswered.set(event.id, after);
        const { error } = answer.attempt;
        return error === undefined ? { ok: true } : { ok: false, error };
      },
      failed: (event) => record(event, logOf(event)),
      end,
    },
  });
}
