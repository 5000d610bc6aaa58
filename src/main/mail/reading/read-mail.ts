import { addressParser, decodeWords, type Attachment, type Email } from 'postal-mime';
import { readBounce, type Bounce } from './bounce.ts';
import { flowedText, withFixedText } from './flowed-text.ts';
import { htmlText } from './html-text.ts';
import { parseMime } from './mime.ts';
import { newText } from './new-text.ts';

const MAX_ANSWERS = 50;
const MAX_ATTACHMENTS = 50;
const MAX_ID = 500;
const MAX_NAME = 200;
const MAX_SUBJECT = 300;
/** Characters of a text. */
const MAX_TEXT = 100_000;
/** Characters in which what was newly written is looked for. */
const MAX_READ = 1_000_000;
/** Smaller pictures in a text's HTML are logos. */
const SMALL_PICTURE = 10_000;

/** Prefixes of subjects, where a program speaks another language than English. */
const FORWARDED = /^(?:fwd?|wg|tr|rv|i|enc|doorst|vl|пересл?|转发|轉寄|転送)\s?[:：]/i;
const ANSWERED = /^(?:re|aw|antw|sv|vs|res|rif|r|odp|ynt|ref|回复|回覆|答复|返信|отв|ha|σχετ)(?:\[\d{1,3}\])?\s?[:：]/i;

/** What a mail says. Everything is bounded, and all of it is a claim of its sender. */
export interface ReadMail {
  /** without <> */
  readonly messageId: string | undefined;
  /** Message-IDs of In-Reply-To, then of References from the newest; without <>; at most 50 */
  readonly answers: readonly string[];
  /** what follows the plus in own addresses among the recipients */
  readonly tags: readonly string[];
  readonly from: { readonly address: string; readonly name?: string } | undefined;
  /** where answers should go, if elsewhere */
  readonly replyTo: string | undefined;
  /** one line of at most 300 characters */
  readonly subject: string | undefined;
  /** what its Date says, Unix ms */
  readonly at: number | undefined;
  /** what was newly written, plain text; '' if only attachments were sent */
  readonly text: string;
  /** the whole text, if it is more than `text`, at most 100,000 characters */
  readonly rest: string | undefined;
  /** at most 50, with pictures that belong to the text, but no small ones */
  readonly attachments: readonly MailAttachment[];
  /** an answer by itself, a mail to many, or a failed delivery: never to be answered by itself */
  readonly automatic: 'reply' | 'list' | 'bounce' | undefined;
  readonly bounce: Bounce | undefined;
  readonly notes: readonly MailNote[];
}

interface MailAttachment {
  /** one line, not yet safe as a file's name */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** `tooLarge`: the text is cut, and all of it attached. `damaged`: it could not be read, and is attached as it is. */
type MailNote = 'encrypted' | 'tooLarge' | 'calendar' | 'damaged';

/** Reads a mail (RFC 5322, MIME) that came to the address `own`. Never throws, whatever the bytes are. */
export async function readMail(source: Uint8Array, own: { readonly address: string }): Promise<ReadMail> {
  const { bytes, flowed } = withFixedText(source);
  try {
    return mailOf(await parseMime(bytes), own, flowed);
  } catch {
    const attached = { name: 'message.eml', mediaType: 'message/rfc822', content: source };
    const headers = await parseMime(firstHeaders(source))
      .then((mail) => mailOf(mail, own, undefined))
      .catch(() => mailOf({ headers: [], headerLines: [], attachments: [] }, own, undefined));
    return { ...headers, text: '', rest: undefined, attachments: [attached], notes: ['damaged'] };
  }
}

function mailOf(mail: Email, own: { readonly address: string }, flowed: 'flowed' | 'delsp' | undefined): ReadMail {
  const header = (key: string): string => mail.headers.find((line) => line.key === key)?.value ?? '';
  const subject = oneLine(decodeWords(header('subject').slice(0, 10_000)), MAX_SUBJECT);
  const answers = [...new Set([...idsOf(header('in-reply-to')), ...idsOf(header('references')).reverse()])];
  const isForward = FORWARDED.test(subject);
  const isReply = answers.length > 0 || ANSWERED.test(subject);
  const body = bodyOf(mail, flowed);
  const written = newText(body.text, isForward ? 'forward' : isReply ? 'reply' : 'new');
  const attachments = attachmentsOf(mail.attachments, body);
  const all = newText(body.text, 'forward');
  const text = written === '' && attachments.length === 0 ? all : written;
  const tooLarge = body.cut || text.length > MAX_TEXT;
  const from = mailbox(header('from'));
  const replyTo = mailbox(header('reply-to'))?.address;
  const isBounce = isBounced(header);
  const sentAt = Date.parse(header('date').slice(0, 100));
  return {
    messageId: idsOf(header('message-id'))[0],
    answers: answers.slice(0, MAX_ANSWERS),
    tags: tagsOf(mail, own.address),
    from,
    replyTo: replyTo === from?.address ? undefined : replyTo,
    subject: subject === '' ? undefined : subject,
    at: Number.isNaN(sentAt) ? undefined : sentAt,
    text: cut(text),
    rest: all === text ? undefined : cut(all),
    attachments: tooLarge ? [wholeText(mail), ...attachments] : attachments,
    automatic: isBounce ? 'bounce' : automaticKind(header, own.address),
    bounce: isBounce ? readBounce(mail, answers) : undefined,
    notes: [
      ...(isEncrypted(header('content-type'), mail) ? (['encrypted'] as const) : []),
      ...(tooLarge ? (['tooLarge'] as const) : []),
      ...(mail.attachments.some(isCalendar) ? (['calendar'] as const) : []),
    ],
  };
}

interface Body {
  readonly text: string;
  readonly cut: boolean;
  /** Content-IDs of the pictures of the HTML */
  readonly pictures: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
}

/** HTML says what is quoted, and has no lines that were cut for a width. */
function bodyOf(mail: Email, flowed: 'flowed' | 'delsp' | undefined): Body {
  const { html, text = '' } = mail;
  const page = html === undefined ? undefined : htmlText(html, MAX_READ);
  const isRead = page !== undefined && (/[\p{L}\p{N}]/u.test(page.text) || text.trim() === '');
  const plain = isRead ? page.text : flowed === undefined ? text : flowedText(text.slice(0, MAX_READ), flowed);
  return {
    text: shownText(plain.slice(0, MAX_READ)),
    cut: isRead ? page.cut : text.length > MAX_READ,
    pictures: page?.pictures ?? new Set(),
    shown: page?.shown ?? new Set(),
  };
}

/** Without control characters, and what Outlook writes for pictures. */
function shownText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\uFEFF\uFFF9-\uFFFB]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replaceAll('\u00A0', ' ')
    .replaceAll(/\[cid:[^\]\s]{1,200}\]/g, '')
    .toWellFormed();
}

/** Parts for programs that check or decrypt a mail. */
const SIGNING = /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature|pgp-encrypted)$/;

/** Of what usually has no name. */
const NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invitation.ics',
  'application/ics': 'invitation.ics',
};

function attachmentsOf(attachments: readonly Attachment[], { pictures, shown }: Body): readonly MailAttachment[] {
  return attachments
    .filter(({ contentId = '', content, mimeType }) => {
      if (SIGNING.test(mimeType)) return false;
      const id = contentId.replaceAll(/^<|>$/g, '');
      if (!mimeType.startsWith('image/') || !pictures.has(id)) return true;
      return shown.has(id) && bytesOf(content).length >= SMALL_PICTURE;
    })
    .slice(0, MAX_ATTACHMENTS)
    .map(({ filename, mimeType, content }) => ({
      name: oneLine(filename ?? '', MAX_NAME) || (NAMES[mimeType] ?? 'attachment'),
      mediaType: /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(mimeType) ? mimeType : 'application/octet-stream',
      content: bytesOf(content),
    }));
}

function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

function wholeText({ html, text = '' }: Email): MailAttachment {
  const name = html === undefined ? 'message.txt' : 'message.html';
  return { name, mediaType: html === undefined ? 'text/plain' : 'text/html', content: Buffer.from(html ?? text) };
}

/** A value as one line without control characters and marks of direction. */
function oneLine(value: string, limit: number): string {
  const clean = value
    .slice(0, limit * 10)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ');
  return clean.replaceAll(/ {2,}/g, ' ').trim().slice(0, limit).toWellFormed().trim();
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed();
}

/** Message-IDs of a header (RFC 5322, 3.6.4), and of one without <>. */
function idsOf(value: string): string[] {
  const found = Array.from(value.matchAll(/<([^<>\s]+)>/g), ([, id = '']) => id);
  const ids = found.length === 0 ? value.split(/\s+/, MAX_ANSWERS).filter((id) => /^[^<>@]+@[^<>@]+$/.test(id)) : found;
  return ids.filter((id) => id.length <= MAX_ID && !/\p{Cc}/u.test(id));
}

function mailbox(value: string): { readonly address: string; readonly name?: string } | undefined {
  const found = addressParser(value.slice(0, 10_000), { flatten: true }).find(({ address = '' }) =>
    address.includes('@'),
  );
  const address = oneLine(found?.address ?? '', 320).replaceAll(/\s/g, '');
  const at = address.lastIndexOf('@');
  const name = oneLine(found?.name ?? '', MAX_NAME);
  if (at < 1) return undefined;
  return { address: address.slice(0, at) + address.slice(at).toLowerCase(), ...(name !== '' && { name }) };
}

const RECIPIENTS = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']);

function tagsOf(mail: Email, address: string): readonly string[] {
  const [, local = '', domain = ''] = /^(.*)(@.*)$/.exec(address.toLowerCase()) ?? [];
  const recipients = mail.headers.filter(({ key }) => RECIPIENTS.has(key)).map(({ value }) => value.slice(0, 100_000));
  const addresses = recipients.flatMap((value) => value.match(/[^\s<>,;:"()@]{1,500}@[^\s<>,;:"()@]{1,255}/g) ?? []);
  const ours = addresses.filter((to) => {
    const lower = to.toLowerCase();
    return lower.startsWith(`${local}+`) && lower.endsWith(domain);
  });
  const tags = ours.map((to) => to.slice(local.length + 1, -domain.length)).filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, MAX_ANSWERS);
}

type HeaderOf = (key: string) => string;

function isBounced(header: HeaderOf): boolean {
  if (/^multipart\/report\b.*\breport-type\s*=\s*"?delivery-status/is.test(header('content-type').slice(0, 2000)))
    return true;
  if (header('x-failed-recipients') !== '') return true;
  return (
    /^\s*<\s*>/.test(header('return-path')) && /(?:mailer-daemon|postmaster)@/i.test(header('from').slice(0, 2000))
  );
}

/** RFC 3834, and what programs wrote before it. */
function automaticKind(header: HeaderOf, own: string): 'reply' | 'list' | undefined {
  const submitted = header('auto-submitted').toLowerCase();
  const precedence = header('precedence').toLowerCase();
  const isReply =
    (submitted !== '' && !submitted.startsWith('no')) ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoreply-from', 'x-mail-autoreply'].some(
      (key) => header(key) !== '',
    ) ||
    /^(?:reply|replied|yes)/i.test(header('x-autogenerated')) ||
    precedence === 'auto_reply' ||
    /^multipart\/report\b/i.test(header('content-type')) ||
    /^\s*<\s*>/.test(header('return-path'));
  if (isReply) return 'reply';
  // A group that has our address passes on what customers write to it.
  if (header('list-id').toLowerCase().includes(own.toLowerCase().replace('@', '.'))) return undefined;
  const isList = ['list-id', 'list-post', 'list-unsubscribe'].some((key) => header(key) !== '');
  return isList || ['list', 'bulk', 'junk'].includes(precedence) ? 'list' : undefined;
}

function isEncrypted(contentType: string, { text = '', attachments }: Email): boolean {
  return (
    /^\s*(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime)/i.test(contentType) ||
    attachments.some(({ mimeType }) => /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/.test(mimeType)) ||
    /^\s*-----BEGIN PGP MESSAGE-----/.test(text.slice(0, 2000))
  );
}

function isCalendar({ mimeType }: Attachment): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics';
}

/** The first lines of a header that is too long, or of a mail with too many parts. */
function firstHeaders(source: Uint8Array): Uint8Array {
  const start = Buffer.from(source.subarray(0, 65_536)).toString('utf8').replaceAll('\r\n', '\n');
  const [headers = ''] = start.split('\n\n', 1);
  return Buffer.from(`${headers.replaceAll(/^content-/gim, 'x-content-')}\n\n`);
}
