import type { Clock } from '#main/clock/clock.ts';
import type { Attempt } from '#main/delivery/delivery.ts';
import { ATTEMPT_SPACING } from '#main/delivery/lanes.ts';
import type { Journal } from '#main/journal/journal.ts';
import { maskedAddress } from '#main/journal/masking.ts';
import type { ReplayAnswer } from '#main/journal/replay.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { ChannelRecord } from '#main/settings/document.ts';
import type { Store } from '#main/store/store.ts';
import { endpointProblem, addressBelow } from '#shared/domain/endpoint.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { renderTyping } from '#shared/protocol/agent-message.ts';
import type { TypingType } from '#shared/protocol/chat-channel.ts';
import type { ChannelDirectory } from './directory.ts';
import type { Poster, PostOutcome } from './outbound.ts';
import { phrase, wordsOfOthers, type Phrase } from '#shared/locales/phrase.ts';

export interface RepliesOptions {
  readonly channels: ChannelDirectory;
  readonly poster: Poster;
  readonly store: Store;
  readonly operators: Operators;
  readonly journal: Journal;
  readonly clock: Clock;
  /** endpoint of the test customer: where replies go while a channel has no address of its own */
  readonly testEndpoint: () => string;
}

/** What goes out to integrators: replies (section 4.3) and typing notices (section 4.4). */
export interface Replies {
  readonly attempt: Attempt;
  /** one attempt, no word where it fails; `isDue` is asked last */
  readonly sendTyping: (chatId: string, operatorId: string, type: TypingType, isDue: () => boolean) => Promise<void>;
  /** sends what was sent before once more, one attempt, marked as a replay */
  readonly repeat: (channelId: string, what: Omit<Sent, 'replay'>) => Promise<ReplayAnswer>;
}

interface Sent {
  readonly kind: string;
  readonly chatId: string | undefined;
  readonly messageId?: string | undefined;
  readonly body: string;
  readonly replay?: boolean;
}

export function createReplies(options: RepliesOptions): Replies {
  const { channels, poster, store, operators, journal, clock, testEndpoint } = options;

  const send = async (channelId: string, what: Sent, signal: AbortSignal): Promise<PostOutcome> => {
    const channel = channels.find(channelId);
    if (channel === undefined)
      return { ok: false, error: { kind: 'not_sent', reason: phrase('errors:calls.notSent.channel') } };
    const endpoint = channel.endpoint ?? testEndpoint();
    if (endpointProblem(endpoint, channel.allowPlainHttp) !== undefined) {
      return { ok: false, error: { kind: 'not_sent', reason: phrase('errors:calls.notSent.channelAddress') } };
    }
    const started = clock.monotonic();
    const address = addressBelow(endpoint, channel.publicId);
    const outcome = await poster.post({ address, body: what.body, framing: channel.framing, signal });
    note(channel, what, address, outcome, clock.monotonic() - started);
    return outcome;
  };

  const note = (channel: ChannelRecord, what: Sent, address: string, outcome: PostOutcome, took: number): void => {
    const { kind, chatId, messageId, body, replay } = what;
    journal.add(
      {
        at: clock.wall(),
        direction: 'out',
        channelId: channel.id,
        chatId,
        messageId,
        kind,
        status: outcome.status,
        replay,
        outcome: outcome.ok ? 'delivered' : 'failed',
        notes: outcome.ok ? [] : [describeFailure(outcome.error)],
        took,
        size: Buffer.byteLength(body),
      },
      {
        method: 'POST',
        url: maskedAddress(address, false),
        requestHeaders: poster.headers,
        requestBody: body,
        responseHeaders: outcome.answerHeaders,
        responseBody: outcome.answer,
        isJson: true,
      },
    );
  };
  const sendOnce = async (channelId: string, what: Sent): Promise<PostOutcome> => {
    const deadline = new AbortController();
    const cancel = clock.after(ATTEMPT_SPACING, () => deadline.abort());
    return send(channelId, what, deadline.signal).finally(cancel);
  };

  return {
    attempt: ({ channelId, chatId, messageId, body }, signal) =>
      send(channelId, { kind: 'reply', chatId, messageId, body }, signal),
    sendTyping: async (chatId, operatorId, type, isDue) => {
      const { channelId, externalId, state } = await store.read('customerOfChat', { chatId });
      if (state === 'closed' || !isDue()) return;
      const { name, photo } = operators.get(operatorId);
      const body = renderTyping(externalId, { name, photo }, type);
      await sendOnce(channelId, { kind: type, chatId, body });
    },
    repeat: async (channelId, what) => {
      const outcome = await sendOnce(channelId, { ...what, replay: true });
      return {
        status: outcome.status,
        answer: outcome.answer ?? '',
        problem: outcome.ok ? undefined : describeFailure(outcome.error),
      };
    },
  };
}

/** For the journal: mostly in the words of whoever did not take it. */
export function describeFailure({ kind, status, code, message, reason }: DeliveryError): Phrase {
  return reason ?? wordsOfOthers([kind, status, code, message].filter((part) => part !== undefined).join(' '));
}
