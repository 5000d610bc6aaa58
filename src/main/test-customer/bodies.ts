import type { IncomingMessage } from 'node:http';

/** A body over the limit. */
export class BodyTooLarge extends Error {}

/** Reads a whole body, framed by length or chunked; at most `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) throw new BodyTooLarge(`more than ${limit} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
