import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRouter, type Handlers } from './router.ts';

test.each([
  ['as its schema says', { opened: true }, { ok: true, data: { opened: true } }],
  ['otherwise', { opened: 'yes' }, { ok: false, error: { code: 'internal' } }],
])('an answer %s is returned, or is a fault of ours', async (_how, answer, expected) => {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const handlers = { 'setup.openSecrets': () => Promise.resolve(answer) } as unknown as Handlers;
  const ask = createRouter(handlers, {
    actingFor: (_actor, work) => work(),
    audit: { begin: async () => undefined },
    log,
    roleOf: () => 'owner',
    team: () => ({ name: '', reports: true }),
  });
  expect(await ask({ operatorId: 'olga', from: undefined }, 'setup.openSecrets', {})).toMatchObject(expected);
  expect(logged.length).toBe(expected.ok ? 0 : 1);
});
