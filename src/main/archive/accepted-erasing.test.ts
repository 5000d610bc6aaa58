import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJobs } from '#main/jobs/jobs.ts';
import { folderFiles } from '#main/media/folder-files.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startBulkChats } from './bulk-chats.ts';
import { beginErasing, type ErasingOptions, resumeErasing } from './customer-data.ts';
import { archivePaths, type Elsewhere } from './files.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'erasing-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const wish = { operatorId: 'owner', customerId: '7' };
const OWNER = { operatorId: 'owner', role: 'owner', from: undefined } as const;
const log = pino({ level: 'silent' });

/** A process of its own: its store has one customer with an open chat. `isCut`: its store never answers. */
function startRun(isCut: boolean, folder = dataDir, elsewhere?: Elsewhere) {
  const acts: string[] = [];
  const open = ['1'];
  const answer = (name: string): unknown => {
    if (name !== 'getPerson') return { chatIds: ['1'], customerIds: ['7'], digests: [] };
    return {
      customers: [{ id: '7', externalId: '"anna"' }],
      chatIds: ['1'],
      openChatIds: [...open],
      underWay: 0,
      digests: [],
    };
  };
  const ask = (name: string): Promise<unknown> => {
    if (isCut) return new Promise(() => undefined);
    acts.push(name);
    return Promise.resolve(name === 'isSendingInChats' ? false : answer(name));
  };
  const clock = createFakeClock();
  const jobs = createJobs({ clock, log, touch: () => undefined });
  const close = async (input: object): Promise<unknown> => {
    if (isCut) return new Promise(() => undefined);
    const chatIds = 'chatIds' in input ? input.chatIds : 'chatId' in input ? [input.chatId] : [];
    for (const chatId of chatIds as readonly string[]) acts.push(`close ${chatId}`);
    open.length = 0;
    return { closed: chatIds, toldBots: false };
  };
  const parts = {
    store: { read: ask, write: ask, readOnly: false } as unknown as ErasingOptions['store'],
    perform: { 'chats.close': close, 'chats.closeMany': close } as unknown as ErasingOptions['perform'],
    clock,
    emit: () => undefined,
    journal: { forgetPeople: () => Promise.resolve() },
    media: { remove: () => Promise.resolve() },
    paths: archivePaths(folder),
    elsewhere,
  };
  return {
    acts,
    jobs,
    clock,
    erasing: parts,
    many: { ...parts, jobs, log, countBackups: async () => 0 },
    ended: async (): Promise<void> => {
      while (jobs.list().some(({ state }) => state === 'running')) await clock.advance(250);
    },
  };
}

test('an erasure that was accepted is on disk, and the next start closes the open chats and does all of it', async () => {
  const first = startRun(true);
  await beginErasing(first.erasing, first.jobs, wish);
  expect(existsSync(first.erasing.paths.erasing)).toBe(true);

  const next = startRun(false);
  await resumeErasing(next.erasing, next.jobs);
  await next.ended();
  expect(next.acts).toEqual(['getPerson', 'close 1', 'getPerson', 'eraseCustomers', 'rewriteFile']);
  expect(next.jobs.list()).toMatchObject([{ kind: 'erase', state: 'done' }]);
  expect(existsSync(first.erasing.paths.erasing)).toBe(false);
});

test('an erasure of many chats that was accepted is on disk, and the next start closes them and does all of it', async () => {
  const first = startRun(true);
  const bulk = startBulkChats(first.many);
  await bulk.calls['bulk.erase']({ chatIds: ['1'] }, OWNER);
  expect(existsSync(first.many.paths.manyChats)).toBe(true);

  const next = startRun(false);
  await startBulkChats(next.many).resume();
  await next.ended();
  expect(next.acts).toEqual(['close 1', 'isSendingInChats', 'eraseChats', 'rewriteFile']);
  expect(existsSync(first.many.paths.manyChats)).toBe(false);
});

test('where files are in a store that hosts share, another host does what one had accepted', async () => {
  const [one, other, store] = ['one', 'other', 'store'].map((name) => join(dataDir, name)) as [string, string, string];
  await Promise.all([one, other].map((folder) => mkdir(folder)));
  const elsewhere = folderFiles(store);
  const first = [startRun(true, one, elsewhere), startRun(true, one, elsewhere)] as const;
  await beginErasing(first[0].erasing, first[0].jobs, wish);
  await startBulkChats(first[1].many).calls['bulk.erase']({ chatIds: ['1'] }, OWNER);

  const next = startRun(false, other, elsewhere);
  await resumeErasing(next.erasing, next.jobs);
  await next.ended();
  await startBulkChats(next.many).resume();
  await next.ended();
  expect(next.acts).toEqual(expect.arrayContaining(['eraseCustomers', 'eraseChats']));
  expect(await Promise.all([one, other, store].map((folder) => readdir(folder)))).toEqual([[], [], []]);
});

test('an accepted erasure that is cancelled is not taken up again, one that the end of the engine cut off is', async () => {
  const cancelled = startRun(false);
  const stuck = { ...cancelled.erasing, closeChat: () => Promise.resolve() };
  const { id } = await beginErasing(stuck, cancelled.jobs, wish);
  await cancelled.jobs.calls['jobs.cancel']({ jobId: id });
  expect(existsSync(stuck.paths.erasing)).toBe(false);

  await beginErasing(stuck, cancelled.jobs, wish);
  await cancelled.jobs.stop();
  expect(existsSync(stuck.paths.erasing)).toBe(true);
});

test('while interrupted work on many chats waits for another job, nothing takes the place of its record', async () => {
  const first = startRun(true);
  await startBulkChats(first.many).calls['bulk.erase']({ chatIds: ['1'] }, OWNER);

  const next = startRun(false);
  const other = Promise.withResolvers<object>();
  next.jobs.begin({ kind: 'backup', first: 'snapshot', run: () => other.promise });
  const bulk = startBulkChats(next.many);
  await bulk.resume();
  other.resolve({});
  while (next.jobs.list().some(({ state }) => state === 'running')) await Promise.resolve();
  await expect(bulk.calls['bulk.erase']({ chatIds: ['2'] }, OWNER)).rejects.toMatchObject({ code: 'job_running' });
  await next.clock.advance(1000);
  // The record is read from the disk first.
  await vi.waitFor(() => expect(next.jobs.list()).toHaveLength(2));
  await next.ended();
  expect(next.acts).toContain('eraseChats');
  await bulk.calls['bulk.erase']({ chatIds: ['2'] }, OWNER);
});
