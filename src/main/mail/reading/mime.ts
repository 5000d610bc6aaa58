import PostalMime, { type Email } from 'postal-mime';

/** Bytes of all headers of all parts. */
const MAX_HEADERS = 524_288;

/** Lines that may begin a part: each takes two kilobytes while it is read. */
const MAX_PARTS = 20_000;

/** Lines, which take a microsecond each. An attachment of 50 MB has a million. */
const MAX_LINES = 2_000_000;

/** What postal-mime has in its nodes, and keeps to itself. */
interface MimeNode {
  contentDecoder: { readonly update: (line: Uint8Array) => void; readonly finalize: () => Promise<ArrayBuffer> } | null;
  setupContentDecoder: (this: MimeNode, encoding: string) => void;
}

/** Parses a mail (MIME), with attached mails as they are. Throws if it is out of all bounds. */
export async function parseMime(source: Uint8Array): Promise<Email> {
  if (hasMore(source, '\n--', MAX_PARTS) || hasMore(source, '\n', MAX_LINES))
    throw new Error('The mail has too many lines');
  const parser = new PostalMime({ forceRfc822Attachments: true, maxHeadersSize: MAX_HEADERS });
  collectLines((parser as unknown as { readonly root: MimeNode }).root);
  return parser.parse(source);
}

function hasMore(source: Uint8Array, bytes: string, limit: number): boolean {
  const { buffer, byteOffset, byteLength } = source;
  const searched = Buffer.from(buffer, byteOffset, byteLength);
  let at = -1;
  for (let count = 0; count <= limit; count += 1) {
    at = searched.indexOf(bytes, at + 1, 'latin1');
    if (at < 0) return false;
  }
  return true;
}

const ENCODED = /base64|quoted-printable/i;

/**
 * postal-mime makes each line of an unencoded part two pieces of a Blob, which takes two kilobytes a line, so that a
 * mail of 50 MB ends the process. Here lines are collected in one buffer.
 */
function collectLines(root: MimeNode): void {
  const nodes = Object.getPrototypeOf(root) as MimeNode & { linesCollected?: true };
  if (nodes.linesCollected === true) return;
  const original = nodes.setupContentDecoder;
  nodes.setupContentDecoder = function setupContentDecoder(encoding) {
    if (ENCODED.test(encoding)) original.call(this, encoding);
    else this.contentDecoder = lineDecoder();
  };
  nodes.linesCollected = true;
}

function lineDecoder(): NonNullable<MimeNode['contentDecoder']> {
  let bytes = new Uint8Array(256);
  let length = 0;
  return {
    update: (line) => {
      if (length + line.length + 1 > bytes.length) {
        const longer = new Uint8Array((length + line.length) * 2);
        longer.set(bytes.subarray(0, length));
        bytes = longer;
      }
      bytes.set(line, length);
      length += line.length + 1;
      bytes[length - 1] = 0x0a;
    },
    finalize: () => Promise.resolve(bytes.buffer.slice(0, length)),
  };
}
