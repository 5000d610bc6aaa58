import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '#main/clock/clock.ts';
import type { JobReport } from '#main/jobs/jobs.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { MediaFolder } from '#main/media/media-store.ts';
import type { Store } from '#main/store/store.ts';
import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import type { Emit } from '#shared/contract/events.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Person } from '#main/store/queries/personal.ts';
import type { Places } from './places.ts';
import { readNote, writeNote } from './notes.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds between two looks whether what is on its way has arrived, and the most that it may take. */
const LOOK = 250;
const PATIENCE = 60_000;

/** What is being erased, on the disk until nothing of it is left: a process that ends in between goes on at its next start. */
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
  readonly places: Places;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly closeChat: (chatId: string) => Promise<unknown>;
}

/** Erases a person. Until the first row goes it can be cancelled; from there it goes on to its end, also after a crash. */
export async function erasePerson(options: ErasingOptions, customerId: string, report: JobReport): Promise<void> {
  const { store, places, clock, closeChat } = options;
  report.at('waiting');
  let person: Person = await store.read('getPerson', { customerId });
  const until = clock.monotonic() + PATIENCE;
  while (person.openChatIds.length > 0 || person.underWay > 0) {
    for (const chatId of person.openChatIds) await closeChat(chatId);
    if (clock.monotonic() > until) throw new ContractError('chat_taken', phrase('errors:refusals.erase.onTheWay'));
    await passing(clock, LOOK, report.signal);
    person = await store.read('getPerson', { customerId });
  }
  const erasing: Erasing = {
    customerIds: person.customers.map(({ id }) => id),
    chatIds: [...person.chatIds],
    words: wordsOf(person),
    digests: [...person.digests],
  };
  await writeNote(places.erasing, erasing);
  try {
    report.noReturn();
  } catch (error) {
    await rm(places.erasing, { force: true });
    throw error;
  }
  await finish(options, erasing, report);
}

/** What a crash cut off; undefined: nothing. */
export function unfinishedErasing(places: Places): Promise<Erasing | undefined> {
  return readNote(places.erasing, record);
}

/** Every step may be done twice. */
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

/** By what a request of theirs can be told; short words would be found in those of others. */
function wordsOf({ customers }: Person): string[] {
  return customers
    .flatMap((customer) => [plainId(customer.externalId), ...CONTACT_FIELDS.map((field) => customer[field] ?? '')])
    .filter((word) => word.length >= 3);
}

/** An id as its system writes it: it is kept as JSON text. */
export function plainId(externalId: string): string {
  const id: unknown = JSON.parse(externalId);
  return typeof id === 'string' ? id : externalId;
}

/** Waits so many milliseconds; rejects when somebody cancels. */
export function passing(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.after(delay, resolve);
    signal.addEventListener(
      'abort',
      () => {
        cancelTimer();
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
