import type { Readable } from 'node:stream';
import type { MediaStore } from '#main/media/ports.ts';
import type { MailToSend } from '#main/store/mail/outgoing.ts';
import { html, type Html } from '#shared/domain/html.ts';
import { toPlainText } from '#shared/domain/kinds/kinds.ts';
import type { MailSettings } from '#shared/domain/mail.ts';
import type { Message } from '#shared/domain/message.ts';
import { dateText } from '#shared/locales/dates.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';
import { ratingTexts, type RatingTexts } from '#shared/locales/rating.ts';
import { mailWords } from '#shared/locales/mail.ts';
import type { OutgoingAttachment, OutgoingMail } from './server/sender.ts';

/** Bytes of files that a mail carries; others are linked. */
const MOST_ATTACHED = 20 * 1024 * 1024;
/** Signs of what the customer wrote that a mail repeats. */
const MOST_QUOTED = 4000;

interface ComposeOptions {
  readonly settings: MailSettings;
  /** of the chat's channel */
  readonly shop: string;
  readonly media: Pick<MediaStore, 'find' | 'open'>;
}

/** The mail of some replies, in HTML and as plain text. */
export async function composeMail(
  { messageId, address, customerName, replies, before, subject, answers }: MailToSend,
  { settings, shop, media }: ComposeOptions,
): Promise<OutgoingMail> {
  const { code } = languageOf(settings.language) ?? ENGLISH;
  const words = await mailWords(code);
  const fill = (text: string, name: string, value: string): string => text.replace(`{{${name}}}`, () => value);
  const { attachments, isAttached } = await attach(replies, media);
  const { rates } = await ratingTexts(code);
  const texts = replies.map(({ message }) =>
    withRates(isAttached(message) ? (message.text ?? '') : toPlainText(message), rates),
  );
  const writer = replies.findLast(({ message }) => message.from === 'operator')?.message.authorName;
  const signature = [writer, settings.signature].filter((line) => line !== undefined && line !== '').join('\n');
  const date = answers && dateText('longDayOfYear', answers.at, code);
  const quoted = answers?.text?.slice(0, MOST_QUOTED);
  const quote = quoted && date ? { heading: fill(words.wrote, 'date', date), text: quoted } : undefined;
  const parts = [...texts.filter((text) => text.trim() !== ''), signature, words.answer];
  return {
    messageId,
    fromName: settings.senderName || shop,
    to: { address, name: customerName },
    replyTo: settings.plusAddresses ? taggedAddress(settings.address, messageId) : undefined,
    subject: subject === undefined ? fill(words.subject, 'shop', shop) : fill(words.re, 'subject', withoutRe(subject)),
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n${quote ? `\n${quotedLines(quote)}\n` : ''}`,
    html: page(code, parts, quote).text,
    references: before.toReversed(),
    automatic: replies.some(({ message }) => message.from === 'operator') ? undefined : 'auto-replied',
    attachments,
  };
}

/** The address to which an answer leads back to its mail: with the part of its id before the @ as a tag. */
function taggedAddress(address: string, messageId: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${messageId.slice(0, messageId.indexOf('@'))}${address.slice(at)}`;
}

const REPLY_MARK = /^(?:(?:re|aw|sv|antw|ref|rif|odp|отв)(?:\[\d+\])?\s*[:：]\s*)+/iu;

function withoutRe(subject: string): string {
  return subject.replace(REPLY_MARK, '');
}

type Replies = MailToSend['replies'];

/** Files of replies, in order, as long as there is room. `isAttached`: all of the message's content is in the mail */
async function attach(replies: Replies, media: ComposeOptions['media']) {
  const attached = new Set<Message>();
  const attachments: OutgoingAttachment[] = [];
  let size = 0;
  for (const { message, files } of replies) {
    const file = files.find(({ part }) => part === 'file');
    const stored = file && (await media.find(file.digest));
    if (file === undefined || stored === undefined || size + stored.size > MOST_ATTACHED) continue;
    const content: Readable | undefined = await media.open(file.digest);
    if (content === undefined) continue;
    size += stored.size;
    attached.add(message);
    attachments.push({ name: file.fileName, mediaType: file.mediaType, content });
  }
  return { attachments, isAttached: (message: Message) => attached.has(message) };
}

const RATING_LINK = /https?:\/\/\S+\/rating\/[\w-]{20,}/;

/** With a link for each rate instead of the one to the page, which shows that rate as chosen. */
function withRates(text: string, rates: RatingTexts['rates']): string {
  const [link] = RATING_LINK.exec(text) ?? [];
  if (link === undefined) return text;
  const lines = ([5, 4, 3, 2, 1] as const).map(
    (rate) => `${'★'.repeat(rate)}${'☆'.repeat(5 - rate)} ${rates[rate]}: ${link}?rate=${rate}`,
  );
  return text.replace(link, () => `\n${lines.join('\n')}`);
}

interface Quote {
  readonly heading: string;
  readonly text: string;
}

function quotedLines({ heading, text }: Quote): string {
  return [heading, ...text.split(/\r?\n/).map((line) => `> ${line}`)].join('\n');
}

/** Our own addresses, and those that operators wrote, can be pressed. */
function linked(line: string): Html[] {
  const pieces = line.split(/(https?:\/\/[^\s<>"]+)/);
  return pieces.map((piece, at) => (at % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : html`${piece}`));
}

function page(language: string, parts: readonly string[], quote: Quote | undefined): Html {
  const lines = (text: string): Html[] => text.split(/\r?\n/).map((line) => html`${linked(line)}<br>`);
  const paragraphs = parts.map((text, at) => {
    const isQuiet = at === parts.length - 1;
    const color = isQuiet ? '#6b7280' : 'inherit';
    return text === '' ? html`` : html`<p dir="auto" style="margin:0 0 16px;color:${color}">${lines(text)}</p>`;
  });
  return html`<!doctype html><html lang="${language}"><body style="font:15px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">${paragraphs}${
    quote &&
    html`<p style="margin:16px 0 4px;color:#6b7280">${quote.heading}</p><blockquote type="cite" dir="auto" style="margin:0;padding-left:12px;border-left:2px solid #d1d5db;color:#6b7280">${lines(quote.text)}</blockquote>`
  }</body></html>`;
}
