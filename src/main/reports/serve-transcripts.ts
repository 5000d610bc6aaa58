import { showDirections, showUnseen } from '#shared/domain/visible-text.ts';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Logger } from 'pino';
import { attachmentHeader, personFileName } from '#main/media/file-name.ts';
import { type MediaAnswer, type MediaRequest, NO_STORE_HEADERS, refusedAnswer } from '#main/media/ports.ts';
import type { Store } from '#main/store/store.ts';
import { fieldsExceptName, mapContactFields } from '#shared/domain/contact-fields.ts';
import { toClientMessage } from '#shared/contract/answers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { reportSelection } from '#shared/contract/reports.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { reportSpan, type Span } from '#shared/domain/report-span.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';
import { chatTable } from './chat-table.ts';
import { htmlTranscript, TRANSCRIPT_FORMATS, type TranscriptNames, type TranscriptWriter } from './transcript.ts';
import { isoMoment } from '#shared/locales/dates.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface ServeTranscriptsOptions {
  readonly store: Pick<Store, 'read'>;
  readonly channels: { readonly find: (channelId: string) => { readonly name: string } | undefined };
  /** whether this operator may see reports */
  readonly mayReport: (operatorId: string) => boolean;
  readonly wall: () => number;
  readonly log: Logger;
}

/** Chats and messages read at a time. */
const CHATS = 100;
const MESSAGES = 500;

const PLACE = '/media/transcripts';
const writers = { text: textTranscript, html: htmlTranscript, json: jsonTranscript } as const;

const transcriptQuery = z.object({
  format: z.enum([...TRANSCRIPT_FORMATS, 'csv']),
  timeZone: reportSelection.shape.timeZone,
  notes: z.enum(['0', '1']).default('0'),
  language: z.string().max(20).default(ENGLISH.code),
});
const askedChat = transcriptQuery.extend({ chat: z.string().max(20) });
const askedPeriod = transcriptQuery.extend({
  days: z
    .string()
    .transform((text) => {
      const [first, last] = text.split('/');
      return last === undefined ? Number(text) : { first, last };
    })
    .pipe(reportSelection.shape.days),
  channel: z.string().optional(),
});

/** A parsed request: which chats, and the file name. */
interface Transcript {
  readonly title: string;
  readonly fileName: (writer: Pick<TranscriptWriter, 'ending' | 'mediaType'>) => string;
  readonly chats: AsyncIterable<Chat>;
}

interface Download {
  readonly name: string;
  readonly mediaType: string;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Matches requests below `/media/` for a transcript. */
export function isForTranscripts(url: string): boolean {
  return new URL(url, 'http://console').pathname === PLACE;
}

/**
 * Serves `GET /media/transcripts` to the console as a download: `?chat=<id>`, or
 * `?days=<1|7|30|90|2026-11-01/2026-11-20>[&channel=<id>]`, with
 * `&format=<text|html|json>&timeZone=<IANA>[&notes=1][&language=<BCP 47>]`; of days also `format=csv`, a row for each
 * chat, for those who see reports. It is streamed, whatever its length. Formats for people are in their language, or in
 * English if it is not supported; formats for programs are in English.
 */
export function createServeTranscripts(
  options: ServeTranscriptsOptions,
): (request: MediaRequest) => Promise<MediaAnswer> {
  return async ({ method, url, operatorId }) => {
    try {
      if (method === 'POST') throw new ContractError('not_found', phrase('errors:refusals.transcript.read'));
      const query = Object.fromEntries(new URL(url, 'http://console').searchParams);
      const common = transcriptQuery.parse(query);
      const names = await namesFor(options, common);
      if (common.format === 'csv' && !options.mayReport(operatorId))
        throw new ContractError('forbidden', phrase('errors:refusals.operator.forbidden'));
      const { name, mediaType, pieces } =
        common.format === 'csv'
          ? tableOf(options, askedPeriod.parse(query), names)
          : await transcriptOf(options, query, writers[common.format](names), names);
      return {
        status: 200,
        headers: {
          ...NO_STORE_HEADERS,
          'content-type': mediaType,
          'content-disposition': attachmentHeader(name),
        },
        body: method === 'HEAD' ? undefined : Readable.from(pieces, { objectMode: false }),
      };
    } catch (error) {
      return refused(error, options.log);
    }
  };
}

async function transcriptOf(
  options: ServeTranscriptsOptions,
  query: Readonly<Record<string, string>>,
  writer: TranscriptWriter,
  names: TranscriptNames,
): Promise<Download> {
  const transcript =
    'chat' in query
      ? await ofChat(options, askedChat.parse(query), names)
      : ofPeriod(options, askedPeriod.parse(query), names);
  return {
    name: transcript.fileName(writer),
    mediaType: writer.mediaType,
    pieces: written(options, transcript, writer, query['notes'] === '1'),
  };
}

function tableOf(
  { store, wall }: ServeTranscriptsOptions,
  { days, channel, timeZone }: z.infer<typeof askedPeriod>,
  names: TranscriptNames,
): Download {
  const span = reportSpan(days, timeZone, wall());
  return {
    name: `counterbell-${daysOf(span, names).join('-to-')}-chats.csv`,
    mediaType: 'text/csv; charset=utf-8',
    pieces: chatTable(store, { from: span.from, to: span.to, channelId: channel }, names),
  };
}

function daysOf({ from, to }: Span, { moment }: TranscriptNames): readonly [first: string, last: string] {
  return [moment(from).slice(0, 10), moment(to - 1).slice(0, 10)];
}

async function ofChat(
  { store }: ServeTranscriptsOptions,
  { chat: chatId }: z.infer<typeof askedChat>,
  { moment, words }: TranscriptNames,
): Promise<Transcript> {
  const chat = await store.read('readChat', { chatId });
  return {
    title: words.titleOfChat(chat),
    fileName: ({ ending, mediaType }) =>
      personFileName(words.customerName(chat), moment(chat.openedAt).slice(0, 10), ending, mediaType),
    chats: Readable.from([chat]),
  };
}

function ofPeriod(
  { store, wall }: ServeTranscriptsOptions,
  { days, channel, timeZone }: z.infer<typeof askedPeriod>,
  names: TranscriptNames,
): Transcript {
  const span = reportSpan(days, timeZone, wall());
  const [first, last] = daysOf(span, names);
  const title = names.words.titleOfPeriod(first, last, channel === undefined ? undefined : names.channel(channel));
  return { title, fileName: ({ ending }) => `counterbell-chats-${first}-to-${last}.${ending}`, chats: chatsOf() };

  async function* chatsOf(): AsyncGenerator<Chat> {
    for (let cursor: string | undefined; ;) {
      const page = await store.read('listTranscriptChats', {
        from: span.from,
        to: span.to,
        channelId: channel,
        cursor,
        limit: CHATS,
      });
      yield* page.chats;
      cursor = page.nextCursor;
      if (cursor === undefined) return;
    }
  }
}

/** The file, a page of messages at a time. */
async function* written(
  { store }: ServeTranscriptsOptions,
  { title, chats }: Transcript,
  writer: TranscriptWriter,
  notes: boolean,
): AsyncGenerator<Buffer> {
  let text = writer.begin(title);
  let isFirstChat = true;
  for await (const chat of chats) {
    text += writer.chat(chat, isFirstChat);
    isFirstChat = false;
    for (let after = '0'; ;) {
      const messages = await store.read('listTranscriptMessages', { chatId: chat.id, after, notes, limit: MESSAGES });
      for (const [index, message] of messages.entries())
        text += writer.message(message, chat, after === '0' && index === 0);
      after = messages.at(-1)?.id ?? after;
      if (text.length > WORTH_SENDING) {
        yield Buffer.from(text);
        text = '';
      }
      if (messages.length < MESSAGES) break;
    }
    text += writer.chatEnd();
  }
  yield Buffer.from(text + writer.end());
}

/** UTF-16 units collected before they are sent. */
const WORTH_SENDING = 32 * 1024;

async function namesFor(
  { channels }: ServeTranscriptsOptions,
  { format: kind, timeZone, language }: z.infer<typeof transcriptQuery>,
): Promise<TranscriptNames> {
  // Loaded on demand: few sessions need it.
  const { transcriptWordsIn } = await import('./transcript.ts');
  const words = await transcriptWordsIn(kind === 'json' ? ENGLISH : (languageOf(language) ?? ENGLISH));
  return {
    channel: (id) => channels.find(id)?.name ?? words.removedChannel(),
    // It sorts well, and nobody takes it for another.
    moment: (at) => isoMoment(at, timeZone),
    words,
  };
}

function refused(error: unknown, log: Logger): MediaAnswer {
  if (error instanceof z.ZodError)
    return refusedAnswer({ code: 'invalid_input', reason: phrase('errors:refusals.transcript.wanted') });
  if (error instanceof ContractError) return refusedAnswer(error);
  log.error({ err: error }, 'a transcript met a fault');
  return refusedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
}

/** For programs: times in UTC (ISO 8601), one object per chat with its messages. */
function jsonTranscript({ channel }: TranscriptNames): TranscriptWriter {
  return {
    mediaType: 'application/json; charset=utf-8',
    ending: 'json',
    begin: (title) => `{"title":${JSON.stringify(title)},"chats":[`,
    chat: (chat, isFirst) =>
      `${isFirst ? '' : ','}\n${JSON.stringify({ ...chatFields(chat), channel: channel(chat.channelId) }).slice(0, -1)},"messages":[`,
    message: (message, _chat, isFirst) => `${isFirst ? '' : ','}\n  ${JSON.stringify(messageFields(message))}`,
    chatEnd: () => ']}',
    end: () => '\n]}\n',
  };
}

function chatFields({ id, customer, openedAt, closedAt, rating, state }: Chat): Record<string, unknown> {
  return {
    id,
    state,
    openedAt: iso(openedAt),
    closedAt: iso(closedAt),
    customer: { id: customer.externalId, ...mapContactFields((field) => customer[field]) },
    rating: rating && { rate: rating.rate, comment: rating.comment, at: iso(rating.at) },
  };
}

function messageFields(message: Message): Record<string, unknown> {
  const { chatId: _chatId, from, at, delivery, event, authorName, ...rest } = toClientMessage(message);
  return { at: iso(at), from, name: authorName, ...rest, event, delivery: delivery?.state };
}

function iso(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** Plain lines for people. Further lines of a message are indented, so that none can pass for a separate message. */
function textTranscript({ channel, moment, words }: TranscriptNames): TranscriptWriter {
  return {
    mediaType: 'text/plain; charset=utf-8',
    ending: 'txt',
    begin: (title) => `${oneLine(title)}\n`,
    chat: (chat) => {
      const customer = [words.customerName(chat), ...fieldsExceptName(chat.customer)].join(', ');
      const until = words.closed(chat.closedAt === undefined ? undefined : moment(chat.closedAt));
      const rating = chat.rating === undefined ? '' : `${words.rated(chat.rating.rate)}\n`;
      return `\n${'='.repeat(72)}\n${words.chat(chat)}: ${oneLine(customer)}\n${oneLine(channel(chat.channelId))}, ${words.began(moment(chat.openedAt))}, ${until}\n${rating}\n`;
    },
    message: (message, chat) => {
      const [writer, missed] = [words.writerOf(message, chat), words.undelivered(message)];
      const content = showUnseen(words.contentOf(message)).replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    ');
      return `[${moment(message.at)}] ${writer === '' ? '' : `${oneLine(writer)}${missed === '' ? '' : ` (${missed})`}: `}${content}\n`;
    },
    chatEnd: () => '',
    end: () => '',
  };
}

function oneLine(text: string): string {
  return showDirections(text).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
