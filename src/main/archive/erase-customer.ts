import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { pause, type Clock } from '#main/clock/clock.ts';
import type { JobReport } from '#main/jobs/jobs.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { MediaFolder } from '#main/media/media-store.ts';
import type { Store } from '#main/store/store.ts';
import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import type { Emit } from '#shared/contract/events.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Person } from '#main/store/subjects/personal-data.ts';
import type { ArchivePaths } from './places.ts';
import { readResumeFile, writeResumeFile } from './resume-file.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds between checks for deliveries in progress, and how long to wait for them. */
const POLL_INTERVAL = 250;
const WAIT_LIMIT = 60_000;

/** What is being erased, kept on disk until all of it is gone so that the next start can continue. */
const record = z.object({
  customerIds: z.array(z.string()),
  chatIds: z.array(z.string()),
  words: z.array(z.string()),
  digests: z.array(z.string()),
});
type Erasing = z.infer<typeof record>;

export interface ErasingOptions {
  readonly store: Store;
  readonly journal: Pick<Journal, 'forgetPeople'>;
  readonly media: Pick<MediaFolder, 'remove'>;
  readonly places: ArchivePaths;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly closeChat: (chatId: string) => Promise<unknown>;
}

/** Erases a person. Can be cancelled until the first row is deleted; after that it finishes, even across a crash. */
export async function erasePerson(options: ErasingOptions, customerId: string, report: JobReport): Promise<void> {
  const { store, places, clock, closeChat } = options;
  report.at('waiting');
  let person: Person = await store.read('getPerson', { customerId });
  const until = clock.monotonic() + WAIT_LIMIT;
  while (person.openChatIds.length > 0 || person.underWay > 0) {
    for (const chatId of person.openChatIds) await closeChat(chatId);
    if (clock.monotonic() > until) throw new ContractError('chat_taken', phrase('errors:refusals.erase.onTheWay'));
    await pause(clock, POLL_INTERVAL, report.signal);
    report.signal.throwIfAborted();
    person = await store.read('getPerson', { customerId });
  }
  const erasing: Erasing = {
    customerIds: person.customers.map(({ id }) => id),
    chatIds: [...person.chatIds],
    words: identifyingWords(person),
    digests: [...person.digests],
  };
  await writeResumeFile(places.erasing, erasing);
  try {
    report.disableCancel();
  } catch (error) {
    await rm(places.erasing, { force: true });
    throw error;
  }
  await finish(options, erasing, report);
}

/** An erasure interrupted by a crash, if any. */
export function unfinishedErasing(places: ArchivePaths): Promise<Erasing | undefined> {
  return readResumeFile(places.erasing, record);
}

/** Every step can safely run twice. */
export async function finish(
  { store, journal, media, places, emit }: ErasingOptions,
  erasing: Erasing,
  { at }: Pick<JobReport, 'at'>,
): Promise<void> {
  at('deleting');
  await store.write('eraseCustomers', { customerIds: erasing.customerIds, digests: erasing.digests });
  emit('customers.erased', { customerIds: erasing.customerIds, chatIds: erasing.chatIds });
  for (const digest of await store.read('unusedFiles', { digests: erasing.digests })) await media.remove(digest);
  await journal.forgetPeople({ chatIds: erasing.chatIds, words: erasing.words });
  at('rewriting');
  await store.write('rewriteFile');
  await rm(places.erasing, { force: true });
}

/** Words that identify this person's requests; short words are left out because they would match other people's. */
function identifyingWords({ customers }: Person): string[] {
  return customers
    .flatMap((customer) => [plainId(customer.externalId), ...CONTACT_FIELDS.map((field) => customer[field] ?? '')])
    .filter((word) => word.length >= 3);
}

/** The ID as the customer's system writes it; it is stored as JSON text. */
export function plainId(externalId: string): string {
  const id: unknown = JSON.parse(externalId);
  return typeof id === 'string' ? id : externalId;
}
