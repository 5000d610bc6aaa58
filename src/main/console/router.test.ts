import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Calls, createRouter } from './router.ts';

test.each([
  ['as its schema says', { queued: 1 }, { ok: true, data: { queued: 1 } }],
  ['otherwise', { queued: 'one' }, { ok: false, error: { code: 'internal' } }],
])('an answer %s is returned, or is a fault of ours', async (_how, answer, expected) => {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const handlers = { 'operators.remove': () => Promise.resolve(answer) } as unknown as Calls;
  const ask = createRouter(handlers, {
    store: { actingFor: (_actor, work) => work() },
    audit: { begin: async () => undefined },
    log,
    roleOf: () => 'owner',
    settings: { current: () => ({ team: { name: '', reports: true } }) },
  });
  expect(await ask({ operatorId: 'olga', from: undefined }, 'operators.remove', { operatorId: 'mia' })).toMatchObject(
    expected,
  );
  expect(logged.length).toBe(expected.ok ? 0 : 1);
});
