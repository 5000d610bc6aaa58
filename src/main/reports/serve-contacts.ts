import { Readable } from 'node:stream';
import { attachmentHeader } from '#main/media/file-name.ts';
import { type MediaAnswer, type MediaRequest, NO_STORE_HEADERS } from '#main/media/ports.ts';
import type { Store } from '#main/store/store.ts';
import { toCsv, toCsvLine } from '#shared/domain/csv.ts';
import { isoDay } from '#shared/locales/dates.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';

/** Contacts read at a time. */
const PAGE = 500;

/** Matches requests below `/media/` for the contacts. */
export function isForContacts(url: string): boolean {
  return new URL(url, 'http://console').pathname === '/media/contacts';
}

/**
 * Serves `GET /media/contacts[?language=<BCP 47>]` as a CSV file: name, phone, email and tags of each contact, with
 * where they first wrote, and when. Titles are in this language, or in English.
 */
export function createServeContacts({
  store,
  wall,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly wall: () => number;
}): (request: MediaRequest) => Promise<MediaAnswer> {
  return async ({ method, url }) => {
    const language = languageOf(new URL(url, 'http://console').searchParams.get('language') ?? '') ?? ENGLISH;
    const { transcriptWordsIn } = await import('./transcript.ts');
    const titles = (await transcriptWordsIn(language)).contactColumns();
    return {
      status: 200,
      headers: {
        ...NO_STORE_HEADERS,
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachmentHeader(`counterbell-contacts-${isoDay(wall())}.csv`),
      },
      body: method === 'HEAD' ? undefined : Readable.from(contactTable(store, titles), { objectMode: false }),
    };
  };
}

async function* contactTable(store: Pick<Store, 'read'>, titles: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(toCsv([titles]));
  for (let cursor: string | undefined; ;) {
    const rows = await store.read('listContactRows', { cursor, limit: PAGE });
    const lines = rows.map(({ customer: { name, phone, email, firstSeenAt }, channel, tags }) =>
      toCsvLine([name ?? null, phone ?? null, email ?? null, tags.join(', '), channel, isoDay(firstSeenAt, 'UTC')]),
    );
    yield Buffer.from(lines.join(''));
    if (rows.length < PAGE) return;
    cursor = rows.at(-1)?.customer.id;
  }
}
