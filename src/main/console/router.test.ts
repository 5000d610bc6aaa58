import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Calls, createRouter, type RestOfRouter } from './router.ts';

test.each([
  ['as its schema says', { queued: 1 }, { ok: true, data: { queued: 1 } }],
  ['otherwise', { queued: 'one' }, { ok: false, error: { code: 'internal' } }],
])('an answer %s is returned, or is a fault of ours', async (_how, answer, expected) => {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const handlers = { 'operators.remove': () => Promise.resolve(answer) } as unknown as Calls;
  const ask = createRouter(
    {},
    {
      rest: Promise.resolve({ calls: handlers, audit: { begin: async () => undefined } }),
      store: { actingFor: (_actor, work) => work(), read: () => expect.fail('nothing is limited') },
      log,
      roleOf: () => 'owner',
      channelsOf: () => undefined,
      settings: { current: () => ({ team: { name: '', contact: '', reports: true } }) },
    },
  );
  expect(await ask({ operatorId: 'olga', from: undefined }, 'operators.remove', { operatorId: 'mia' })).toMatchObject(
    expected,
  );
  expect(logged.length).toBe(expected.ok ? 0 : 1);
});

test('what is only read is answered at once, and everything else once the rest has started', async () => {
  const rest = Promise.withResolvers<RestOfRouter>();
  const first = { 'operators.list': async () => ({ operators: [] }) };
  const ask = createRouter(first, {
    rest: rest.promise,
    store: { actingFor: (_actor, work) => work(), read: () => expect.fail('nothing is limited') },
    log: pino({ level: 'silent' }),
    roleOf: () => 'owner',
    channelsOf: () => undefined,
    settings: { current: () => ({ team: { name: '', contact: '', reports: true } }) },
  });
  const client = { operatorId: 'olga', from: undefined };
  const removal = ask(client, 'operators.remove', { operatorId: 'mia' });
  expect(await ask(client, 'operators.list', {})).toEqual({ ok: true, data: { operators: [] } });
  const recorded: string[] = [];
  const audit = { begin: async (_caller: unknown, route: string) => async () => void recorded.push(route) };
  rest.resolve({ calls: { 'operators.remove': async () => ({ queued: 1 }) } as unknown as Calls, audit });
  expect(await removal).toEqual({ ok: true, data: { queued: 1 } });
  expect(recorded).toEqual(['operators.remove']);
});
