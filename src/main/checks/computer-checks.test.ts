import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { openTemporaryStore, type TemporaryStore } from '../../../test/fixtures/temporary-store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { diskCheck, storeCheck, clockCheck, createClockReadings } from './computer-checks.ts';
import { phrase, foreignText } from '#shared/locales/phrase.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { ProbeResult } from './check.ts';

const signal = AbortSignal.any([]);
let opened: TemporaryStore | undefined;
afterEach(async () => {
  await opened?.remove();
  opened = undefined;
});

test.each([
  [52_300_000_000, 'passed', '52.3 GB free where chats are stored'],
  [999_000_000, 'warning', 'Only 999 MB free where chats are stored'],
  [199_000_000, 'failed', 'Only 199 MB free where chats are stored'],
])('rates a disk with %d bytes free', async (free, state, detail) => {
  const found = await diskCheck({ dataDir: '' }, async () => free).run(signal);
  expect([found.state, toEnglish(found.detail)]).toEqual([state, detail]);
});

test('checks the disk of a real folder', async () => {
  expect(toEnglish((await diskCheck({ dataDir: import.meta.dirname }).run(signal)).detail)).toMatch(/(MB|GB) free/);
});

test('a healthy database accepts a no-op write down to its file', async () => {
  opened = await openTemporaryStore();
  const wal = `${opened.file}-wal`;
  const before = (await readFile(wal)).length;
  expect(await storeCheck(opened).run(signal)).toMatchObject({ state: 'passed' });
  expect((await readFile(wal)).length).toBeGreaterThan(before);
});

test('reports a database that refuses writes, and one of a newer version', async () => {
  const full = {
    readOnly: false,
    write: () => Promise.reject(new ContractError('storage_unavailable', foreignText('no'))),
  };
  expect(await storeCheck({ store: full }).run(signal)).toMatchObject({
    state: 'failed',
    detail: phrase('findings:findings.store.failed.text'),
  });
  expect(await storeCheck({ store: { ...full, readOnly: true } }).run(signal)).toMatchObject({
    state: 'failed',
    detail: phrase('findings:findings.store.newer.text'),
  });
});

const MINUTE = 60_000;

async function lookAt(...offsets: readonly number[]) {
  const clock = createFakeClock();
  const readings = createClockReadings(clock);
  const answered = (date: number | undefined): ProbeResult => ({ status: 200, text: '', took: 200, date });
  for (const [index, offset] of offsets.entries())
    readings.note(`site-${index}.example`, answered(clock.wall() - offset));
  readings.note('no-date.example', answered(undefined));
  readings.note('down.example', { error: { kind: 'timeout' } });
  return clockCheck(readings).run(AbortSignal.any([]));
}

test('claims nothing without another clock', async () => {
  expect(await lookAt()).toMatchObject({ state: 'skipped' });
});

test.each([
  ['as good as equal', [1500], 'passed', /matches the clock of site-0\.example/],
  ['a little off', [1.9 * MINUTE], 'passed', /matches/],
  ['ahead', [5 * MINUTE], 'warning', /5 minutes ahead of/],
  ['behind', [-90 * MINUTE], 'warning', /90 minutes behind/],
  ['right, where one of the others is wrong', [-90 * MINUTE, 300], 'passed', /site-1\.example/],
])('rates a clock that is %s', async (_what, offsets, state, detail) => {
  const found = await lookAt(...offsets);
  expect(found.state).toBe(state);
  expect(toEnglish(found.detail)).toMatch(detail);
});
