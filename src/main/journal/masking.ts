import { isUtf8 } from 'node:buffer';

/** Replaces a secret. ASCII only: any other character would double the size of the text. */
export const MASK = '***';

/** UTF-16 units of a body that are kept. */
const MAX_BODY_LENGTH = 64 * 1024;
/** Shorter secrets would garble other words; in paths they are masked by their position. */
const MIN_SECRET_LENGTH = 6;
const MAX_HEADER_LENGTH = 1000;
const QUOTE = 0x22;

/** Headers whose values grant no access. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(
  `accept accept-charset accept-encoding accept-language allow cache-control cf-connecting-ip cf-ipcountry cf-ray connection content-encoding content-language
  content-length content-type date expect forwarded host keep-alive origin retry-after server transfer-encoding upgrade user-agent vary via x-forwarded-for
  x-counterbell-signature x-counterbell-timestamp x-forwarded-host x-forwarded-port x-forwarded-proto x-powered-by x-real-ip x-request-id`.split(
    /\s+/,
  ),
);

const SECRET_WORDS =
  'password|passwd|pwd|passphrase|secret|token|authorization|api[\\s_-]?key|access[\\s_-]?key|private[\\s_-]?key|credentials?|cookie|cvv|cvc|otp|pin';
/** of a key with separated words */
const SECRET_KEY = new RegExp(`(?:^|_)(?:${SECRET_WORDS})$`);
/** The last two letters of those words, numbered as in `twoLetters`. */
const SECRET_ENDINGS: ReadonlySet<number> = new Set(
  ['rd', 'wd', 'se', 'et', 'en', 'on', 'ey', 'al', 'ls', 'ie', 'vv', 'vc', 'tp', 'in'].map((ending) =>
    twoLetters(ending, 2),
  ),
);
const SECRET_KEY_IN_JSON = new RegExp(`(?:${SECRET_WORDS})"\\s*:`, 'gi');
const SECRET_IN_TEXT = new RegExp(
  `((?:${SECRET_WORDS})["']?\\s*[:=]\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s&,;}\\]]+)`,
  'gi',
);
/** The address of a rating page or a file is all it takes to rate or fetch. */
const OPEN_ADDRESS = /(\/(?:rating|files)\/)[A-Za-z0-9_-]{16,}/g;

export interface MaskedBody {
  readonly text: string;
  /** nothing was cut, masked or left out */
  readonly isWhole: boolean;
}

/** Path of a request to an unknown address: keeps only known words that cannot be secrets. */
export function maskPath(url: string, isKnownWord: (word: string) => boolean): string {
  const path = url.replace(/[?#].*$/s, '');
  const query = path.length < url.length ? `?${MASK}` : '';
  return path.replaceAll(/[^/]+/g, (part) => (isKnownWord(part) ? part : MASK)).slice(0, 1000) + query;
}

/** An address that we called: masks credentials and everything after the path; `withToken`: also its last segment. */
export function maskAddress(address: string, withToken: boolean): string {
  const { origin, pathname, search } = new URL(address);
  const path = withToken ? `${pathname.slice(0, pathname.lastIndexOf('/', pathname.length - 2) + 1)}${MASK}` : pathname;
  return `${origin}${path}${search === '' ? '' : `?${MASK}`}`;
}

/** Pairs of headers from alternating names and values; values that may grant access are masked. */
export function maskHeaders(raw: readonly string[]): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    const isShown = SHOWN_HEADERS.has(name) || SHOWN_HEADERS.has(name.toLowerCase());
    headers.push([name.slice(0, MAX_HEADER_LENGTH), isShown ? value.slice(0, MAX_HEADER_LENGTH) : MASK]);
  }
  return headers;
}

/** The text of a body, cut at 64 KiB, with values of secret keys masked. `isJson`: already parsed as JSON. */
export function maskBody(body: Buffer | string, isJson: boolean): MaskedBody {
  if (typeof body !== 'string' && !isUtf8(body))
    return { text: `(${body.length} bytes that are no text)`, isWhole: false };
  const whole = typeof body === 'string' ? body : body.toString('utf8');
  const text =
    whole.includes('/rating/') || whole.includes('/files/') ? whole.replaceAll(OPEN_ADDRESS, `$1${MASK}`) : whole;
  const open = isJson && !mayHaveSecretKey(text) ? text : maskSecretValues(text);
  if (open.length <= MAX_BODY_LENGTH) return { text: open, isWhole: open === whole };
  return { text: open.slice(0, MAX_BODY_LENGTH).toWellFormed(), isWhole: false };
}

/** A quick check of the ends of keys, so that hardly any body has to be parsed. */
function mayHaveSecretKey(json: string): boolean {
  // An escaped letter may hide a key.
  if (json.includes(String.raw`\u00`)) return true;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    let end = at - 1;
    while (end > 0 && json.charCodeAt(end) <= 32) end -= 1;
    if (json.charCodeAt(end) === QUOTE && SECRET_ENDINGS.has(twoLetters(json, end))) return true;
  }
  return false;
}

/** The two letters that end before `end`, ignoring case. */
function twoLetters(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) | 0x20) << 8) | (text.charCodeAt(end - 1) | 0x20);
}

/** Masks known secrets anywhere, plain, percent-encoded or escaped. */
export type SecretMasking = ReturnType<typeof secretMasking>;

export function secretMasking(secrets: readonly string[]) {
  const forms = [
    ...new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(encodedForms)),
  ].toSorted((a, b) => b.length - a.length);
  const plain = forms.map((form) => form.toLowerCase());
  return {
    /** the text with secrets masked */
    masked: (text: string): string => {
      let masked = text;
      for (const form of forms) if (masked.includes(form)) masked = masked.replaceAll(form, MASK);
      if (!isEncoded(masked)) return masked;
      // In an unusual encoding: the whole text is dropped.
      const open = decode(masked).toLowerCase();
      return plain.some((form) => open.includes(form)) ? MASK : masked;
    },
    /** quick check of a long text; false: no part of it contains a secret */
    mayStandIn: (text: string): boolean => isEncoded(text) || forms.some((form) => text.includes(form)),
  };
}

function isEncoded(text: string): boolean {
  return text.includes('%') || text.includes('\\u') || text.includes('\\/');
}

function encodedForms(secret: string): readonly string[] {
  const escaped = [secret];
  for (let times = 0; times < 4; times += 1) escaped.push(JSON.stringify(escaped.at(-1)).slice(1, -1));
  return [...escaped, encodeURIComponent(secret)];
}

/** Decodes percent-encoding and JSON escapes, even if applied twice. */
function decode(text: string): string {
  let open = text;
  for (let round = 0; round < 3; round += 1) {
    const before = open;
    open = open
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString('utf8'))
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_part, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replaceAll(/\\(["\\/])/g, '$1');
    if (open === before) break;
  }
  return open;
}

function maskSecretValues(text: string): string {
  let seen = 0;
  let masked = 0;
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      if (!isSecretKey(key)) return inner;
      seen += 1;
      if (inner === null) return inner;
      masked += 1;
      return MASK;
    });
  } catch {
    return text.replaceAll(SECRET_IN_TEXT, `$1${MASK}`);
  }
  // A duplicate key hides the first of its values from the parser, but not from a reader.
  const isHidden = (text.match(SECRET_KEY_IN_JSON)?.length ?? 0) > seen;
  return masked > 0 || isHidden ? JSON.stringify(value) : text;
}

function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(
    key
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/[\s-]/g, '_')
      .toLowerCase(),
  );
}
