import type { Logger } from 'pino';
import { z } from 'zod';
import type { ReplyPart } from './box-client.ts';

/** What is handed through: bots' posts, rating pages and files for customers. */
const PATHS = /^\/(?:webhooks|rating|files)\//;
/** Bytes of a part, and of an answer: it is held in memory on both sides. */
const PART = 384 * 1024;
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds that the listener has: after that nobody waits on the website any more. */
const TIMEOUT = 8000;
const HEADERS = [
  ...['content-type', 'content-disposition', 'content-range', 'accept-ranges', 'location', 'retry-after'],
  ...['content-security-policy', 'referrer-policy', 'x-frame-options'],
] as const;

const handedRequest = z.object({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
  path: z.string().max(8192).regex(PATHS),
  headers: z.union([z.record(z.string(), z.string()), z.tuple([])]),
  body: z.string(),
});

/** Asks the listener what a website was asked, and collects the answers. */
export function createHandThrough(options: {
  /** of this computer's listener */
  readonly listenerUrl: () => string;
  readonly onReply: () => void;
  readonly log: Pick<Logger, 'warn'>;
}) {
  let replies: readonly ReplyPart[] = [];

  const ask = async (id: string, given: Buffer): Promise<readonly ReplyPart[]> => {
    const { method, path, headers, body } = handedRequest.parse(JSON.parse(given.toString()));
    const sent = method === 'GET' || method === 'HEAD' ? undefined : Buffer.from(body, 'base64url');
    const url = new URL(path, options.listenerUrl());
    const response = await fetch(url, {
      method,
      headers: Array.isArray(headers) ? {} : headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(sent !== undefined && { body: sent }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.length > LARGEST) return [{ id, part: 0, last: true, status: 413, headers: {}, body: '' }];
    const names = HEADERS.filter((name) => response.headers.has(name));
    const head = {
      status: response.status,
      headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name) ?? ''])),
    };
    const count = Math.max(1, Math.ceil(bytes.length / PART));
    return Array.from({ length: count }, (_, part) => ({
      ...head,
      id,
      part,
      last: part === count - 1,
      body: bytes.subarray(part * PART, (part + 1) * PART).toString('base64url'),
    }));
  };

  return {
    /** not waited for: others wait behind it */
    begin: (id: string, given: Buffer): void => {
      ask(id, given).then(
        (parts) => {
          replies = [...replies, ...parts];
          options.onReply();
        },
        (error: unknown) => options.log.warn({ err: error }, 'a request from the website could not be answered'),
      );
    },
    /** those for the next exchange: as many as it takes */
    next: (): readonly ReplyPart[] => replies.slice(0, 1),
    said: (parts: readonly ReplyPart[]): void => {
      replies = replies.filter((reply) => !parts.includes(reply));
    },
  };
}
