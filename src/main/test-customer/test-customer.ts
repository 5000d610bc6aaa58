import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ParsedInput, RouteOutput } from '#shared/contract/routes.ts';
import { testLine, type testCustomerRoutes, type TestLine, type TestSwitches } from '#shared/contract/test-customer.ts';
import type { Clock } from '#main/clock/clock.ts';
import { openCustomerRequests, type CustomerRequests } from './customer-requests.ts';
import { startReplyServer, type Reply } from './reply-server.ts';
import { sampleMessage, type SampleMessage } from './samples/samples.ts';
import { senderIdText } from './sender-id.ts';
import { keepTranscripts, type Transcript, type Transcripts } from './transcripts.ts';

/** How long an operator counts as typing after `typein`, in milliseconds. */
const TYPING_TIME = 10_000;
const SESSION_LIMIT = 200;
const LINE_LIMIT = 500;

/** What the transcript shows of a message. */
const spoken = testLine.omit({ id: true, from: true, operatorName: true, operatorPhoto: true, status: true, at: true });

/** A channel as an integrator is told of it. */
export interface ListenerAddresses {
  /** messages are posted here; its last path segment is the channel's public id */
  readonly message: string;
  readonly status: string;
  /** the channel's replies come to the test customer */
  readonly receivesReplies: boolean;
}

export interface TestCustomerOptions {
  /** rejects with a ContractError where there is no such channel */
  readonly listenerAddresses: (channelId: string) => Promise<ListenerAddresses>;
  /** a transcript, the switches or the typing of a customer changed */
  readonly onChanged: (channelId: string, senderId: string) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

type Method<R extends keyof typeof testCustomerRoutes> = (input: ParsedInput<R>) => Promise<RouteOutput<R>>;

export interface TestCustomer {
  /** where a channel without an address of its own delivers: `<endpoint>/<publicId>` */
  readonly endpoint: string;
  readonly open: Method<'testCustomer.open'>;
  readonly get: Method<'testCustomer.get'>;
  readonly send: Method<'testCustomer.send'>;
  readonly sendSample: Method<'testCustomer.sendSample'>;
  readonly typing: Method<'testCustomer.typing'>;
  readonly setSwitches: Method<'testCustomer.setSwitches'>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built-in customer: an integrator of its own that speaks the chat channel interface over real HTTP.
 * Its transcripts live in memory; what the service was told is in the service.
 */
export async function startTestCustomer(options: TestCustomerOptions): Promise<TestCustomer> {
  const transcripts = keepTranscripts({ sessions: SESSION_LIMIT, lines: LINE_LIMIT });
  const requests = openCustomerRequests(options.log);
  const typingEnds = new Map<Transcript, () => void>();
  let switches: TestSwitches = { answerWithError: null, beDown: false };
  const server = await startReplyServer({
    switches: () => switches,
    onReply: (publicId, reply) => hear(transcripts.of(publicId, reply.recipient.id), reply),
    log: options.log,
  });

  function changed({ channelId, senderId }: Transcript): void {
    if (channelId !== undefined) options.onChanged(channelId, senderId);
  }

  function showTyping(transcript: Transcript, typing: boolean): void {
    typingEnds.get(transcript)?.();
    typingEnds.delete(transcript);
    transcript.operatorTyping = typing;
    if (!typing) return;
    const end = (): void => {
      showTyping(transcript, false);
      changed(transcript);
    };
    typingEnds.set(transcript, options.clock.after(TYPING_TIME, end));
  }

  function hear(transcript: Transcript, { sender, message }: Reply): void {
    showTyping(transcript, message.type === 'typein');
    if ('id' in message && !transcript.lines.some(({ id }) => id === message.id)) {
      const operator = { operatorName: sender?.name, operatorPhoto: sender?.photo };
      transcripts.append(transcript, {
        ...spoken.parse(message),
        id: message.id,
        from: 'operator',
        ...operator,
        at: options.clock.wall(),
      });
    }
    changed(transcript);
  }

  async function send(who: Who, message: SampleMessage): Promise<TestLine> {
    const { transcript, addresses } = await meet(options, transcripts, who);
    const id = randomUUID();
    const line: TestLine = { ...spoken.parse(message), id, from: 'customer', at: options.clock.wall() };
    transcripts.append(transcript, line);
    changed(transcript);
    line.status = await requests.post(
      addresses.message,
      { id: transcript.senderId, name: transcript.name },
      { ...message, id },
    );
    changed(transcript);
    return { ...line };
  }

  async function session(who: Who, name?: string): Promise<RouteOutput<'testCustomer.open'>> {
    const { transcript, addresses } = await meet(options, transcripts, who);
    if (name !== undefined) transcript.name = name;
    const status = await requests.status(addresses.status);
    const { senderId, operatorTyping } = transcript;
    const lines = transcript.lines.map((line) => ({ ...line }));
    return {
      channelId: who.channelId,
      senderId,
      name: transcript.name,
      status,
      receivesReplies: addresses.receivesReplies,
      switches,
      operatorTyping,
      lines,
    };
  }

  return {
    endpoint: server.endpoint,
    open: ({ channelId, senderId, name }) =>
      session({ channelId, senderId: senderId ?? JSON.stringify(`test-${randomUUID().slice(0, 8)}`) }, name),
    get: (who) => session(who),
    send: ({ text, ...who }) => send(who, { type: 'text', text }),
    sendSample: ({ sample, ...who }) => send(who, sampleMessage(sample, server.samples)),
    typing: async ({ typing, ...who }) => {
      await sayTyping(requests, await meet(options, transcripts, who), typing);
      return {};
    },
    setSwitches: async (chosen) => {
      switches = {
        answerWithError: chosen.answerWithError === undefined ? switches.answerWithError : chosen.answerWithError,
        beDown: chosen.beDown ?? switches.beDown,
      };
      for (const transcript of transcripts.all()) changed(transcript);
      return switches;
    },
    stop: async () => {
      for (const end of typingEnds.values()) end();
      typingEnds.clear();
      await requests.stop();
      await server.stop();
    },
  };
}

interface Who {
  readonly channelId: string;
  readonly senderId: string;
}

interface Met {
  readonly transcript: Transcript;
  readonly addresses: ListenerAddresses;
}

/** Finds the channel's addresses and the customer's transcript; a customer not met before gets a new one. */
async function meet({ listenerAddresses }: TestCustomerOptions, transcripts: Transcripts, who: Who): Promise<Met> {
  const senderId = senderIdText(who.senderId);
  const addresses = await listenerAddresses(who.channelId);
  const publicId = decodeURIComponent(new URL(addresses.message).pathname.split('/').at(-1) ?? '');
  const transcript = transcripts.of(publicId, senderId);
  transcript.channelId = who.channelId;
  return { transcript, addresses };
}

/** Typing has no transcript and no answer that matters: a listener that is away shows in the status. */
async function sayTyping(requests: CustomerRequests, { transcript, addresses }: Met, typing: boolean): Promise<void> {
  const sender = { id: transcript.senderId, name: transcript.name };
  await requests.post(addresses.message, sender, { type: typing ? 'typein' : 'typeout' });
}
