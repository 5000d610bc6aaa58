import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Logger } from 'pino';
import { agentContent, TYPING_TYPES } from '#shared/protocol/chat-channel.ts';
import type { TestSwitches } from '#shared/contract/test-customer.ts';
import { sampleFile } from './samples/samples.ts';
import { ExactNumber, parseKeepingDigits } from './sender-id.ts';

/** A body over the limit. */
class BodyTooLarge extends Error {}

const BODY_LIMIT = 256 * 1024;

const agentMessage = z.object({
  sender: z.object({ name: z.string().optional(), photo: z.string().optional() }).optional(),
  recipient: z.object({
    id: z.union([
      z.string().transform((id) => JSON.stringify(id)),
      z.instanceof(ExactNumber).transform(({ digits }) => digits),
    ]),
  }),
  message: z.discriminatedUnion('type', [...agentContent.options, z.object({ type: z.enum(TYPING_TYPES) })]),
});

/** What the service posts to an integrator (chat channel interface, 4.3 and 4.4); the recipient's id is JSON text. */
export type Reply = z.infer<typeof agentMessage>;

export interface ReplyServer {
  /** replies are posted to `<endpoint>/<CHANNEL_PUBLIC_ID>` */
  readonly endpoint: string;
  /** samples are at `<samples>/<file name>` */
  readonly samples: string;
  readonly stop: () => Promise<void>;
}

export interface ReplyServerOptions {
  readonly onReply: (publicId: string, reply: Reply) => void;
  readonly switches: () => TestSwitches;
  readonly log: Logger;
}

/** The test customer's own web server: the endpoint that replies are posted to, and the files it sends links to. */
export async function startReplyServer(options: ReplyServerOptions): Promise<ReplyServer> {
  const secretPath = `/replies-${randomUUID()}`;
  const server = createServer((request, response) => {
    answer(request, response, secretPath, options).catch((error: unknown) => {
      options.log.debug({ err: error }, 'test customer could not answer');
      if (error instanceof BodyTooLarge && !response.headersSent)
        sendJson(response.setHeader('connection', 'close'), 413, { result: 'too large' });
      else request.socket.destroy();
    });
  });
  server.requestTimeout = 20_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint: `${origin}${secretPath}`, samples: `${origin}/samples`, stop: () => stopServer(server) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  secretPath: string,
  options: ReplyServerOptions,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/samples/')) return sendSample(request, response, pathname.slice('/samples/'.length));
  if (!pathname.startsWith(`${secretPath}/`)) return sendJson(response, 404, { result: 'no such address' });
  if (request.method !== 'POST') return sendJson(response.setHeader('allow', 'POST'), 405, { result: 'POST only' });
  const { answerWithError, beDown } = options.switches();
  if (beDown) {
    request.socket.destroy();
    return;
  }
  const reply = agentMessage.safeParse(parsed(await readBody(request, BODY_LIMIT)));
  if (!reply.success) return sendJson(response, 400, { result: z.prettifyError(reply.error) });
  if (answerWithError !== null) return sendJson(response, 200, { error: answerWithError });
  options.onReply(decodeURIComponent(pathname.slice(secretPath.length + 1)), reply.data);
  return sendJson(response, 200, { result: 'ok' });
}

function parsed(text: string): unknown {
  try {
    return parseKeepingDigits(text);
  } catch {
    return undefined;
  }
}

function sendSample(request: IncomingMessage, response: ServerResponse, fileName: string): void {
  const file = sampleFile(decodeURIComponent(fileName));
  if (file === undefined) return sendJson(response, 404, { result: 'no such sample' });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendJson(response.setHeader('allow', 'GET, HEAD'), 405, { result: 'GET only' });
  }
  response.writeHead(200, {
    'content-type': file.contentType,
    'content-length': file.bytes.length,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Reads a whole body, framed by length or chunked; at most `limit` bytes. */
async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) throw new BodyTooLarge(`more than ${limit} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
