import { toCsv, toCsvLine } from '#shared/domain/csv.ts';
import type { Store } from '#main/store/store.ts';
import type { ReportedChat, ReportedChats } from '#main/store/reports/reports.ts';
import type { TranscriptNames } from './transcript.ts';

/** Chats read at a time. */
const PAGE = 500;

/** A CSV file with a row for each of these chats, oldest first: a page at a time, as fast as it is downloaded. */
export async function* chatTable(
  store: Pick<Store, 'read'>,
  selection: Pick<ReportedChats, 'from' | 'to' | 'channelId'>,
  { moment, words }: TranscriptNames,
): AsyncGenerator<Buffer> {
  yield Buffer.from(toCsv([words.columns()]));
  for (let cursor: string | undefined; ;) {
    const page = await store.read('listReportedChats', { ...selection, cursor, limit: PAGE });
    yield Buffer.from(page.chats.map((chat) => toCsvLine(cellsOf(chat, moment))).join(''));
    cursor = page.nextCursor;
    if (cursor === undefined) return;
  }
}

function cellsOf(chat: ReportedChat, moment: TranscriptNames['moment']) {
  const { id, customer, openedAt, closedAt, channel, operator, bot, answerWaited, rating, tags, messages } = chat;
  return [
    id,
    moment(openedAt),
    closedAt === undefined ? null : moment(closedAt),
    channel,
    customer.name ?? null,
    customer.email ?? null,
    customer.phone ?? null,
    operator ?? null,
    bot ?? null,
    seconds(answerWaited),
    seconds(closedAt && closedAt - openedAt),
    rating?.rate ?? null,
    tags?.join(', ') ?? null,
    messages,
  ];
}

function seconds(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.max(0, Math.round(milliseconds / 1000));
}
