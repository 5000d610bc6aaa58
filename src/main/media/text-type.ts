/** Signs that no text has: what they stand in is data. */
const NO_TEXT = /(?!\s)\p{Cc}/u;

/** The type of what no magic number tells: text of some kind, or bytes. */
export function textType(head: Buffer): string {
  const text = textIn(head);
  if (text === undefined || NO_TEXT.test(text)) return 'application/octet-stream';
  const begin = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 4096)
    .toLowerCase();
  if (begin.startsWith('#!')) return 'text/x-shellscript';
  if (!begin.startsWith('<')) return 'text/plain';
  if (/<svg[\s>:]|<[a-z]+:svg[\s>]/.test(begin)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script|iframe|title)[\s>]/.test(begin)) return 'text/html';
  return begin.startsWith('<?xml') ? 'application/xml' : 'text/plain';
}

function textIn(head: Buffer): string | undefined {
  const bytes = head.subarray(0, 64 * 1024);
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  if (encoding === 'utf-8' && bytes.includes(0)) return undefined;
  try {
    // A piece that ends in the middle of a sign is no mistake.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
