import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '#main/clock/clock.ts';
import type { JobReport, JobResult } from '#main/jobs/jobs.ts';
import type { Store } from '#main/store/store.ts';
import type { Person } from '#main/store/subjects/personal-data.ts';
import type { ArchivePaths } from './places.ts';
import { writeZip, type ZipPart } from './zip-writing.ts';
import { toClientMessage } from '#shared/contract/answers.ts';

const PAGE = 200;

export interface ExportOptions {
  readonly store: Store;
  readonly places: ArchivePaths;
  readonly clock: Clock;
  /** path of a stored file; undefined if it is gone */
  readonly mediaPath: (digest: string) => Promise<string | undefined>;
}

/** Exports all data about a person as one zip: `customer.json`, and files below `media/` named after their message. */
export async function exportPerson(
  { store, places, clock, mediaPath }: ExportOptions,
  person: Person,
  { signal, at }: JobReport,
): Promise<JobResult> {
  const id = randomUUID();
  const path = join(places.exports, `${id}.zip`);
  await mkdir(places.exports, { recursive: true, mode: 0o700 });
  let gathered = 0;
  const files: { readonly messageId: string; readonly digest: string }[] = [];

  async function* text(): AsyncGenerator<string> {
    const { customers, notes } = person;
    yield `{\n  "exportedAt": ${JSON.stringify(new Date(clock.wall()).toISOString())},\n  "customers": ${JSON.stringify(customers)},\n  "notes": ${JSON.stringify(notes)},\n  "chats": [`;
    for (const [place, chatId] of person.chatIds.entries()) {
      const head = await store.read('exportChatHead', { chatId });
      yield `${place === 0 ? '' : ','}\n    {"chat": ${JSON.stringify(head.chat)}, "ratings": ${JSON.stringify(head.ratings)}, "messages": [`;
      let after = '0';
      for (let isFirst = true; ; isFirst = false) {
        signal.throwIfAborted();
        const page = await store.read('exportChat', { chatId, after, limit: PAGE });
        if (page.messages.length === 0) break;
        yield `${isFirst ? '' : ','}\n      ${page.messages.map((message) => JSON.stringify(toClientMessage(message))).join(',\n      ')}`;
        files.push(...page.files);
        gathered += page.messages.length;
        after = page.messages.at(-1)?.id ?? after;
        at('gathering', gathered / Math.max(1, person.messages));
      }
      yield ']}';
    }
    yield '\n  ]\n}\n';
  }

  async function* parts(): AsyncGenerator<ZipPart> {
    yield { name: 'customer.json', pieces: () => Readable.from(text()) };
    for (const [done, { messageId, digest }] of files.entries()) {
      at('writing', done / files.length);
      const stored = await mediaPath(digest);
      if (stored !== undefined)
        yield { name: `media/${messageId}-${digest.slice(0, 12)}`, path: stored, stored: true, optional: true };
    }
  }

  const size = await writeZip(path, parts(), { signal, onBytes: () => undefined, madeAt: clock.wall() });
  const name = `customer-${person.customers[0]?.id ?? ''}.zip`;
  return { file: { url: `/media/exports/${id}/${name}`, name, size }, discard: () => rm(path, { force: true }) };
}
