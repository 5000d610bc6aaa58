import { agentContent, kinds, type ContentType } from '#shared/domain/kinds/kinds.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ContractError } from '#shared/contract/errors.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { ParsedInput, RouteOutput } from '#shared/contract/routes.ts';
import type { TestLine, TestSwitches, TestSample } from '#shared/contract/test-customer.ts';
import { TYPING_TYPES } from '#shared/protocol/chat-channel.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { Clock } from '#main/clock/clock.ts';
import { canonicalJson, parseKeepingDigits } from '#main/intake/json-body.ts';
import { createLatest, openWebClient, tryParse, postRoute, refuse, startWebServer } from './web-side.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Kind } from '#shared/domain/kinds/kind.ts';
import files from './samples.json' with { type: 'json' };

/** A message as a channel's server sends it (chat channel interface, sections 2 and 6), without its ID. */
type SampleMessage = { readonly type: ContentType } & Readonly<Record<string, Kind['samples'][string][string]>>;

/** How long an operator counts as typing after `typein`, in milliseconds. */
const TYPING_TIME = 10_000;
const SESSION_LIMIT = 200;
const LINE_LIMIT = 500;
const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** What the service posts to a channel (chat channel interface, 4.3 and 4.4). */
const agentMessage = z.object({
  sender: z.object({ name: z.string().optional(), photo: z.string().optional() }).optional(),
  // However many digits it has.
  recipient: z.object({ id: z.string().or(z.custom<number>((id) => typeof id === 'number')) }),
  message: z.discriminatedUnion('type', [...agentContent.options, z.object({ type: z.enum(TYPING_TYPES) })]),
});

export interface TestCustomerOptions {
  readonly channels: {
    /** as the channel's developer sees them; throws a ContractError if there is no such channel */
    readonly localAddresses: (channelId: string) => RouteOutput<'channels.addresses'>;
  };
  readonly emit: Emit;
  readonly clock: Clock;
  readonly log: Logger;
}

export type TestCustomer = Awaited<ReturnType<typeof startTestCustomer>>;

type CustomerRef = ParsedInput<'testCustomer.get'>;

/** One test customer on one channel. */
interface Transcript {
  /** the console's ID of the channel; absent until the session is opened after a start */
  channelId?: string;
  readonly senderId: string;
  name: string;
  /** ends the operator's typing; absent if nobody is typing */
  endTyping?: (() => void) | undefined;
  readonly lines: TestLine[];
}

/**
 * Starts the built-in customer: a separate program that speaks the chat channel interface over real HTTP. Its latest
 * transcripts are kept in memory; the service stores what it received.
 */
export async function startTestCustomer(options: TestCustomerOptions) {
  const { clock } = options;
  const transcripts = createLatest<Transcript>(SESSION_LIMIT);
  const client = openWebClient(options.log);
  const secretPath = `/replies-${randomUUID()}`;
  let switches: TestSwitches = { answerWithError: null, beDown: false };

  function getTranscript(publicId: string, senderId: string): Transcript {
    const key = `${publicId} ${senderId}`;
    const transcript = transcripts.get(key) ?? { senderId, name: '', lines: [] };
    transcripts.set(key, transcript);
    return transcript;
  }

  function append({ lines }: Transcript, line: TestLine): void {
    lines.push(line);
    if (lines.length > LINE_LIMIT) lines.shift();
  }

  function reportChange({ channelId, senderId }: Transcript): void {
    if (channelId !== undefined) options.emit('testCustomer.changed', { channelId, senderId });
  }

  function showTyping(transcript: Transcript, typing: boolean): void {
    transcript.endTyping?.();
    transcript.endTyping = undefined;
    if (!typing) return;
    transcript.endTyping = clock.after(TYPING_TIME, () => {
      transcript.endTyping = undefined;
      reportChange(transcript);
    });
  }

  function receive(publicId: string, body: string, reply: FastifyReply): unknown {
    const read = agentMessage.safeParse(tryParse(body));
    if (!read.success) return refuse(reply, 400, 'invalid_request', z.prettifyError(read.error));
    if (switches.answerWithError !== null) return { error: switches.answerWithError };
    const { sender, message } = read.data;
    const { recipient } = parseKeepingDigits(body) as { readonly recipient: { readonly id: unknown } };
    const transcript = getTranscript(publicId, canonicalJson(recipient.id));
    showTyping(transcript, message.type === 'typein');
    if ('id' in message && !transcript.lines.some(({ id }) => id === message.id)) {
      const operator = { operatorName: sender?.name, operatorPhoto: sender?.photo };
      append(transcript, { ...message, from: 'operator', ...operator, at: clock.wall() });
    }
    reportChange(transcript);
    return { result: 'ok' };
  }

  const server = await startWebServer((app) => {
    app.addHook('onRequest', async ({ url, raw }, reply) => {
      if (!switches.beDown || !url.startsWith(secretPath)) return;
      reply.hijack();
      raw.destroy();
    });
    postRoute<{ publicId: string }>(app, `${secretPath}/:publicId`, ({ params, body, reply }) =>
      receive(params.publicId, body, reply),
    );
    app.get<{ Params: { name: string } }>('/samples/:name', ({ params }, reply) => {
      const file = sampleFile(params.name);
      return file === undefined
        ? refuse(reply, 404, 'not_found', 'There is no such sample')
        : reply.type(file.contentType).header('x-content-type-options', 'nosniff').send(file.bytes);
    });
  });

  /** Finds the channel's addresses and the customer's transcript, creating one for a new customer. */
  function findOrCreate({ channelId, senderId: chosenId }: CustomerRef) {
    const senderId = senderIdText(chosenId);
    const addresses = options.channels.localAddresses(channelId);
    const publicId = decodeURIComponent(new URL(addresses.message).pathname.split('/').at(-1) ?? '');
    const transcript = getTranscript(publicId, senderId);
    transcript.channelId = channelId;
    return { transcript, ...addresses };
  }

  /** The listener's HTTP status. */
  async function post(address: string, { senderId, name }: Transcript, message: object): Promise<number> {
    const named = name === '' ? '' : `,"name":${JSON.stringify(name)}`;
    // Insert the ID as written, so that no digit is lost.
    const body = `{"sender":{"id":${senderId}${named}},"message":${JSON.stringify(message)}}`;
    return (await client.request(address, body)).status;
  }

  async function send(customer: CustomerRef, message: SampleMessage): Promise<TestLine> {
    const { transcript, message: address } = findOrCreate(customer);
    const id = randomUUID();
    const line: TestLine = { ...message, id, from: 'customer', at: clock.wall() };
    append(transcript, line);
    reportChange(transcript);
    line.status = await post(address, transcript, { ...message, id });
    reportChange(transcript);
    return { ...line };
  }

  async function session(customer: CustomerRef, name?: string): Promise<RouteOutput<'testCustomer.open'>> {
    const { transcript, status, replies } = findOrCreate(customer);
    if (name !== undefined) transcript.name = name;
    const answer = await client.request(status);
    const said = answer.status === 200 ? answer.text.trim() : '';
    return {
      channelId: customer.channelId,
      senderId: transcript.senderId,
      name: transcript.name,
      status: said === '1' ? 1 : said === '0' ? 0 : null,
      receivesReplies: replies === null,
      switches,
      operatorTyping: transcript.endTyping !== undefined,
      lines: transcript.lines.map((line) => ({ ...line })),
    };
  }

  return {
    /** receives the replies of channels without an address: `<endpoint>/<publicId>` */
    endpoint: `${server.origin}${secretPath}`,
    open: ({ channelId, senderId, name }: ParsedInput<'testCustomer.open'>) =>
      session({ channelId, senderId: senderId ?? JSON.stringify(`test-${randomUUID().slice(0, 8)}`) }, name),
    get: (customer: CustomerRef) => session(customer),
    send: ({ text, ...customer }: ParsedInput<'testCustomer.send'>) => send(customer, { type: 'text', text }),
    sendSample: ({ sample, ...customer }: ParsedInput<'testCustomer.sendSample'>) =>
      send(customer, sampleMessage(sample, `${server.origin}/samples`)),
    typing: async ({ typing, ...customer }: ParsedInput<'testCustomer.typing'>) => {
      // The response to a typing notice does not matter: the status shows a listener that is down.
      const { transcript, message } = findOrCreate(customer);
      await post(message, transcript, { type: typing ? 'typein' : 'typeout' });
    },
    setSwitches: async (chosen: ParsedInput<'testCustomer.setSwitches'>) => {
      switches = { ...switches, ...omitUndefined(chosen) };
      for (const transcript of transcripts.values()) reportChange(transcript);
      return switches;
    },
    stop: async () => {
      for (const { endTyping } of transcripts.values()) endTyping?.();
      client.stop();
      await server.stop();
    },
  };
}

/**
 * Parses a `sender.id` given as JSON text: a string, or an integer with all its digits. Returns it in canonical form,
 * ready to insert into a body.
 * @throws ContractError `invalid_input`
 */
function senderIdText(text: string): string {
  if (INTEGER.test(text)) return text;
  const value = tryParse(text);
  if (typeof value === 'string' && value !== '' && Array.from(value).length <= 255) return JSON.stringify(value);
  throw new ContractError('invalid_input', phrase('errors:refusals.sender.id'), [
    { path: 'senderId', reason: phrase('errors:refusals.sender.text') },
  ]);
}

/** A sample by its file name; undefined if there is none. */
export function sampleFile(name: string): { readonly contentType: string; readonly bytes: Buffer } | undefined {
  const file = Object.entries(files).find(([each]) => each === name)?.[1];
  return file && { contentType: file.contentType, bytes: Buffer.from(file.base64, 'base64') };
}

/** The message that sends a sample; its files are served below `base`. */
function sampleMessage(sample: TestSample, base: string): SampleMessage {
  for (const kind of kinds) {
    const said = (kind as Kind).samples[sample];
    if (said === undefined) continue;
    const type = kind.types.find((each) => each === sample) ?? kind.types[0];
    const { file, thumb, ...rest } = said;
    if (typeof file !== 'string') return { type, ...rest };
    const preview: Record<string, string> = typeof thumb === 'string' ? { thumb: `${base}/${thumb}` } : {};
    const size = sampleFile(file)?.bytes.length ?? 0;
    return { type, file: `${base}/${file}`, file_name: file, file_size: size, ...preview, ...rest };
  }
  throw new Error(`There is no sample ${sample}`);
}
