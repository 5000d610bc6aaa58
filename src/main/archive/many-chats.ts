import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { EngineStops, type JobReport } from '#main/jobs/jobs.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { passing, type ErasingOptions } from './erase-customer.ts';
import type { Places } from './places.ts';
import { flushFolder } from './zip-writing.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Chats of one transaction, so that customers' messages come in between. */
const STEP = 50;
/** Milliseconds after a step that told bots: at most 200 of them a second. */
const AFTER_EVENTS = 250;
/** Chats after which windows are told which are gone. */
const TOLD_TOGETHER = 1000;
/** Milliseconds between two looks whether what is on its way has arrived, and the most that it may take. */
const LOOK = 250;
const PATIENCE = 60_000;
/** Milliseconds between two words to windows. */
const BETWEEN_WORDS = 1000;

/** What is being closed or erased, on the disk until it is done: a process that ends in between goes on at its next start. */
const record = z.object({
  kind: z.enum(['close_chats', 'reopen_chats', 'erase_chats']),
  operatorId: z.string(),
  chatIds: z.array(z.string()),
});
export type ManyChats = z.infer<typeof record>;

export interface ManyChatsOptions extends Omit<ErasingOptions, 'closeChat'> {
  /** closes those that are open; gives those that it closed, and whether bots were told */
  readonly closeChats: (
    operatorId: string,
    chatIds: readonly string[],
  ) => Promise<{ readonly closed: readonly string[]; readonly toldBots: boolean }>;
  readonly reopenChats: (operatorId: string, chatIds: readonly string[]) => Promise<void>;
}

/** Closes, opens again or erases many chats in small steps; gives those that it closed. What was done stays done where it is cancelled. */
export async function workOnChats(
  options: ManyChatsOptions,
  work: ManyChats,
  report: JobReport,
): Promise<readonly string[]> {
  const { places } = options;
  await note(places, work);
  try {
    return work.kind === 'reopen_chats'
      ? await reopenAll(options, work, report)
      : await closeAll(options, work, report).then((closed) =>
          work.kind === 'erase_chats' ? eraseAll(options, work, report) : closed,
        );
  } finally {
    if (!(report.signal.reason instanceof EngineStops)) await rm(places.manyChats, { force: true });
  }
}

/** What an end of the process cut off; undefined: nothing. */
export async function unfinishedChats(places: Places): Promise<ManyChats | undefined> {
  const text = await readFile(places.manyChats, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : record.parse(JSON.parse(text));
}

async function closeAll(
  options: ManyChatsOptions,
  { operatorId, chatIds }: ManyChats,
  report: JobReport,
): Promise<readonly string[]> {
  const closedIds: string[] = [];
  const tell = telling(options);
  try {
    for (const [step, part] of steps(chatIds, STEP)) {
      report.signal.throwIfAborted();
      report.at('closing', part);
      const { closed, toldBots } = await options.closeChats(operatorId, step);
      closedIds.push(...closed);
      if (closed.length > 0) tell.soon();
      if (toldBots) await passing(options.clock, AFTER_EVENTS, report.signal);
    }
    return closedIds;
  } finally {
    tell.now();
  }
}

async function reopenAll(
  options: ManyChatsOptions,
  { operatorId, chatIds }: ManyChats,
  report: JobReport,
): Promise<readonly string[]> {
  const tell = telling(options);
  try {
    for (const [step, part] of steps(chatIds, STEP)) {
      report.signal.throwIfAborted();
      report.at('reopening', part);
      await options.reopenChats(operatorId, step);
      tell.soon();
    }
    return [];
  } finally {
    tell.now();
  }
}

async function eraseAll(
  { store, journal, media, clock, emit }: ManyChatsOptions,
  { chatIds }: ManyChats,
  report: JobReport,
): Promise<readonly string[]> {
  report.at('waiting');
  const until = clock.monotonic() + PATIENCE;
  while (await isAnyUnderWay(chatIds, (step) => store.read('isUnderWay', { chatIds: step }))) {
    if (clock.monotonic() > until) throw new ContractError('chat_taken', phrase('errors:refusals.erase.onTheWayMany'));
    await passing(clock, LOOK, report.signal);
  }
  const gone: string[] = [];
  try {
    for (const [together] of steps(chatIds, TOLD_TOGETHER)) {
      const erased = { chatIds: [] as string[], customerIds: [] as string[] };
      for (const [step] of steps(together, STEP)) {
        report.signal.throwIfAborted();
        report.at('deleting', gone.length / chatIds.length);
        const { digests, ...ids } = await store.write('eraseChats', { chatIds: step });
        erased.chatIds.push(...ids.chatIds);
        erased.customerIds.push(...ids.customerIds);
        gone.push(...step);
        for (const digest of await store.read('unusedFiles', { digests })) await media.remove(digest);
      }
      emit('customers.erased', erased);
    }
  } finally {
    // Also of those that went before somebody cancelled it.
    if (gone.length > 0) await journal.forgetPeople({ chatIds: gone, words: [] });
  }
  report.noReturn();
  report.at('rewriting');
  await store.write('rewriteFile');
  return [];
}

async function isAnyUnderWay(
  chatIds: readonly string[],
  isUnderWay: (step: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  for (const [step] of steps(chatIds, TOLD_TOGETHER)) if (await isUnderWay(step)) return true;
  return false;
}

function* steps(chatIds: readonly string[], size: number): Generator<readonly [step: readonly string[], part: number]> {
  for (let at = 0; at < chatIds.length; at += size) yield [chatIds.slice(at, at + size), at / chatIds.length];
}

/** Windows ask again at most once a second. */
function telling({ clock, emit }: Pick<ManyChatsOptions, 'clock' | 'emit'>) {
  let last = Number.NEGATIVE_INFINITY;
  const now = (): void => {
    last = clock.monotonic();
    emit('chats.changed', {});
  };
  return {
    now,
    soon: (): void => {
      if (clock.monotonic() - last >= BETWEEN_WORDS) now();
    },
  };
}

async function note(places: Places, work: ManyChats): Promise<void> {
  await writeFile(`${places.manyChats}.partial`, JSON.stringify(work), { mode: 0o600, flush: true });
  await rename(`${places.manyChats}.partial`, places.manyChats);
  await flushFolder(dirname(places.manyChats));
}
