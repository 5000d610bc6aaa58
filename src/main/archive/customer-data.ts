import { rm, mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { pause } from '#main/clock/clock.ts';
import { EngineStops, type JobReport, type JobResult, type Jobs } from '#main/jobs/jobs.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { MediaFolder } from '#main/media/media-store.ts';
import type { EngineContext } from '#main/store/store.ts';
import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import { toClientMessage } from '#shared/contract/answers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Person } from '#main/store/customers/personal-data.ts';
import { type ArchivePaths, type Elsewhere, readResumeFile, removeResumeFile, writeResumeFile } from './files.ts';
import { personFileName } from '#main/media/file-name.ts';
import { isoDay } from '#shared/locales/dates.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeZip, type ZipPart } from './write-backup.ts';

/** Milliseconds between checks for deliveries in progress, and how long to wait for them. */
const POLL_INTERVAL = 250;
const WAIT_LIMIT = 60_000;

/** An accepted erasure, and who asked for it; stored on disk until it is known what is to be erased. */
const accepted = z.object({ operatorId: z.string(), customerId: z.string() });
type AcceptedErasing = z.infer<typeof accepted>;

/** Everything being erased, stored on disk until all of it is gone so that the next start can continue. */
const record = z.object({
  customerIds: z.array(z.string()),
  chatIds: z.array(z.string()),
  words: z.array(z.string()),
  digests: z.array(z.string()),
});
type Erasing = z.infer<typeof record>;

export interface ErasingOptions extends Pick<EngineContext, 'store' | 'clock' | 'emit' | 'perform'> {
  readonly journal: Pick<Journal, 'forgetPeople'>;
  readonly media: Pick<MediaFolder, 'remove'>;
  readonly paths: ArchivePaths;
  readonly elsewhere?: Elsewhere;
}

/** Erases a person in the background; resolves once a crash can no longer forget it. Coded error: job_running */
export async function beginErasing(options: ErasingOptions, jobs: Jobs, wish: AcceptedErasing): Promise<Job> {
  const onDisk = Promise.withResolvers<void>();
  const { job, ended } = jobs.begin({
    kind: 'erase',
    first: 'waiting',
    run: async (report) => {
      await writeResumeFile(options.paths.erasing, wish, options.elsewhere);
      onDisk.resolve();
      await erasePerson(options, wish, report);
      return {};
    },
  });
  await Promise.race([onDisk.promise, ended]);
  return job;
}

/** Continues an erasure that a crash or the end of the engine interrupted, if any. */
export async function resumeErasing(options: ErasingOptions, jobs: Jobs): Promise<void> {
  const unfinished = await readResumeFile(options.paths.erasing, z.union([record, accepted]), options.elsewhere);
  if (unfinished === undefined || options.store.readOnly) return;
  if ('customerId' in unfinished) return void (await beginErasing(options, jobs, unfinished));
  jobs.begin({
    kind: 'erase',
    first: 'deleting',
    run: async (report) => {
      report.disableCancel();
      await finish(options, unfinished, report);
      return {};
    },
  });
}

/** Can be cancelled until the first row is deleted; after that it finishes, even across a crash. */
async function erasePerson(options: ErasingOptions, wish: AcceptedErasing, report: JobReport): Promise<void> {
  let erasing: Erasing;
  try {
    erasing = await whatToErase(options, wish, report);
    await writeResumeFile(options.paths.erasing, erasing, options.elsewhere);
    report.disableCancel();
  } catch (error) {
    if (!(report.signal.reason instanceof EngineStops))
      await removeResumeFile(options.paths.erasing, options.elsewhere);
    throw error;
  }
  await finish(options, erasing, report);
}

/** Once the person's chats are closed and nothing is on its way to them. */
async function whatToErase(
  { store, clock, perform }: ErasingOptions,
  { operatorId, customerId }: AcceptedErasing,
  report: JobReport,
): Promise<Erasing> {
  report.at('waiting');
  let person: Person = await store.read('getPerson', { customerId });
  const until = clock.monotonic() + WAIT_LIMIT;
  while (person.openChatIds.length > 0 || person.underWay > 0) {
    for (const chatId of person.openChatIds) await perform['chats.close']({ chatId }, { operatorId, role: 'owner' });
    if (clock.monotonic() > until) throw new ContractError('chat_busy', phrase('errors:refusals.erase.onTheWay'));
    await pause(clock, POLL_INTERVAL, report.signal);
    report.signal.throwIfAborted();
    person = await store.read('getPerson', { customerId });
  }
  return {
    customerIds: person.customers.map(({ id }) => id),
    chatIds: [...person.chatIds],
    words: identifyingWords(person),
    digests: [...person.digests],
  };
}

/** Every step can safely run twice. */
async function finish(
  { store, journal, media, paths, elsewhere, emit }: ErasingOptions,
  erasing: Erasing,
  { at }: Pick<JobReport, 'at'>,
): Promise<void> {
  at('deleting');
  await store.write('eraseCustomers', { customerIds: erasing.customerIds });
  emit('customers.erased', { customerIds: erasing.customerIds, chatIds: erasing.chatIds });
  await media.remove(erasing.digests);
  await journal.forgetPeople({ chatIds: erasing.chatIds, words: erasing.words });
  at('rewriting');
  await store.write('rewriteFile');
  await removeResumeFile(paths.erasing, elsewhere);
}

/** Words that identify this person's requests; short words are left out because they would match other people's. */
function identifyingWords({ customers }: Person): string[] {
  return customers
    .flatMap((customer) => [plainId(customer.externalId), ...CONTACT_FIELDS.map((field) => customer[field] ?? '')])
    .filter((word) => word.length >= 3);
}

/** Names a person for exports and erasures: by their name, or their id on the website. */
export function nameOf({
  customers: [first],
}: {
  readonly customers: readonly { readonly name?: string | undefined; readonly externalId: string }[];
}): string {
  return first === undefined ? '' : (first.name ?? plainId(first.externalId));
}

/** The ID as the customer's system writes it; it is stored as JSON text. */
export function plainId(externalId: string): string {
  const id: unknown = JSON.parse(externalId);
  return typeof id === 'string' ? id : externalId;
}

const PAGE = 200;

export interface ExportOptions extends Pick<EngineContext, 'store' | 'clock'> {
  readonly paths: ArchivePaths;
  /** path of a stored file; undefined if it is gone */
  readonly mediaPath: (digest: string) => Promise<string | undefined>;
}

/** Exports all data about a person as one zip: `customer.json`, and files below `media/` named after their message. */
export async function exportPerson(
  { store, paths, clock, mediaPath }: ExportOptions,
  person: Person,
  { signal, at }: JobReport,
): Promise<JobResult> {
  const id = randomUUID();
  const path = join(paths.exports, `${id}.zip`);
  await mkdir(paths.exports, { recursive: true, mode: 0o700 });
  let gathered = 0;
  const files: { readonly messageId: string; readonly digest: string }[] = [];

  async function* text(): AsyncGenerator<string> {
    const { customers, notes } = person;
    yield `{\n  "exportedAt": ${JSON.stringify(new Date(clock.wall()).toISOString())},\n  "customers": ${JSON.stringify(customers)},\n  "notes": ${JSON.stringify(notes)},\n  "chats": [`;
    for (const [index, chatId] of person.chatIds.entries()) {
      const head = await store.read('exportChatHead', { chatId });
      yield `${index === 0 ? '' : ','}\n    {"chat": ${JSON.stringify(head.chat)}, "ratings": ${JSON.stringify(head.ratings)}, "messages": [`;
      let after = '0';
      for (let isFirst = true; ; isFirst = false) {
        signal.throwIfAborted();
        const page = await store.read('exportChat', { chatId, after, limit: PAGE });
        if (page.messages.length === 0) break;
        yield `${isFirst ? '' : ','}\n      ${page.messages.map((message) => JSON.stringify(toClientMessage(message))).join(',\n      ')}`;
        files.push(...page.files);
        gathered += page.messages.length;
        after = page.messages.at(-1)?.id ?? after;
        at('gathering', Math.min(1, gathered / Math.max(1, person.messages)));
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
  const url = `/media/exports/${id}/customer-${person.customers[0]?.id ?? ''}.zip`;
  const name = personFileName(nameOf(person), isoDay(clock.wall()), 'zip', 'application/zip');
  return { file: { url, name, size }, discard: () => rm(path, { force: true }) };
}
