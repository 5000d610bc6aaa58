import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import type { AuditRecord } from '#main/store/operators/audit.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { BotRecord, ChannelRecord } from '#main/settings/installation.ts';
import { auditedOf } from '#main/console/all-routes.ts';
import { startAudit, type AuditOptions } from './audit.ts';

const OLGA = { operatorId: 'olga', role: 'owner', from: '10.0.0.5' } as const;
const HOUR = 3_600_000;

function started() {
  const clock = createFakeClock();
  const entries: AuditRecord[] = [];
  const logged: string[] = [];
  const touched: string[] = [];
  const disk = { isFull: false };
  const write = async (name: string, input?: { readonly entry: AuditRecord }): Promise<void> => {
    if (disk.isFull) throw new ContractError('storage_unavailable', phrase('errors:refusals.store.full'));
    if (name === 'recordAudit' && input !== undefined) entries.push(input.entry);
  };
  const audit = startAudit({
    store: { write, readOnly: false } as unknown as AuditOptions['store'],
    clock,
    due: startedDueWork(clock),
    log: { error: (_fields: unknown, words: string) => void logged.push(words) } as AuditOptions['log'],
    touch: (topic) => void touched.push(topic),
    auditedOf,
    operators: { nameOf: (id) => (id === 'olga' ? 'Olga' : undefined) },
    channels: { find: (id) => ({ name: `Name of ${id}` }) as ChannelRecord },
    bots: { find: (id) => ({ name: `Name of ${id}` }) as BotRecord },
    devices: { find: () => undefined },
  });
  return { audit, clock, entries, logged, touched, disk };
}

describe('on a full disk', () => {
  test('a change stays made, and the log says that its entry is missing', async () => {
    const { audit, disk, logged } = started();
    const record = await audit.begin(OLGA, 'channels.pause', { channelId: 'shop' });
    disk.isFull = true;
    await expect(record?.({})).resolves.toBeUndefined();
    expect(logged).toEqual(['an entry could not be added to the list of changes']);
  });
});

describe('an entry', () => {
  test('has the name from before the call', async () => {
    const { audit, entries } = started();
    const record = await audit.begin(OLGA, 'channels.update', { channelId: 'shop', name: 'Hidden' });
    await record?.({ id: 'shop', name: 'Hidden' });
    expect(entries).toMatchObject([
      { operatorId: 'olga', operatorName: 'Olga', source: '10.0.0.5', action: 'changed', kind: 'channel' },
    ]);
    expect(entries).toMatchObject([{ aboutId: 'shop', about: 'Name of shop' }]);
    expect(JSON.stringify(entries)).not.toContain('Hidden');
  });

  test('of what a call makes has the name from the answer', async () => {
    const { audit, entries } = started();
    await (
      await audit.begin(OLGA, 'operators.add', { name: 'Zoe' })
    )?.({
      operator: { id: 'zoe', name: 'Zoe' },
      accessKey: 'hidden-key',
    });
    expect(entries).toMatchObject([{ aboutId: 'zoe', about: 'Zoe' }]);
    expect(JSON.stringify(entries)).not.toContain('hidden');
  });

  test('is told to windows at most once a second', async () => {
    const { audit, clock, touched } = started();
    for (let time = 0; time < 50; time += 1) await audit.record(OLGA, { action: 'removed', kind: 'files' });
    await clock.advance(500);
    expect(touched).toEqual(['audit']);
    await audit.record(OLGA, { action: 'removed', kind: 'files' });
    await clock.advance(1000);
    expect(touched).toEqual(['audit', 'audit']);
  });
});

test('wrong keys of many addresses neither fill the list nor keep the disk busy', async () => {
  const { audit, clock, entries } = started();
  for (let attempt = 0; attempt < 20_000; attempt += 1) audit.signIns.failed(`10.0.${attempt % 200}.1`);
  await clock.advance(60_000);
  // The first at once; after ten seconds those of ten addresses, and all others together.
  expect(entries).toHaveLength(12);
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  expect(new Set(entries.map(({ source }) => source)).size).toBe(11);
  await clock.advance(HOUR);
  audit.signIns.failed('10.9.9.9');
  await audit.stop();
  expect(entries.at(-1)).toMatchObject({ source: '10.9.9.9', count: 1 });
});
