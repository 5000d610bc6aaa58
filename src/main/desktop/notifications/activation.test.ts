import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { isActivation } from '../links.ts';
import { takeActivationToken } from './freedesktop.ts';

function world(session = 'wayland') {
  const [app, clock] = [new EventEmitter(), createFakeClock()];
  const starts: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }[] = [];
  let taken = false;
  const take = (token: string | undefined): void =>
    void takeActivationToken(token, {
      app: app as unknown as Parameters<typeof takeActivationToken>[1]['app'],
      clock,
      env: { XDG_SESSION_TYPE: session, HOME: '/home/anna' },
      start: (args, env) => starts.push({ args, env }),
    }).then(() => {
      taken = true;
    });
  return { app, clock, starts, take, isTaken: () => taken };
}

test('a second start carries the token, and the window waits until it is passed on', async () => {
  const { app, clock, starts, take, isTaken } = world();
  take('token-1');
  expect(starts).toEqual([
    {
      args: [expect.stringMatching(/^--activation=/)],
      env: { XDG_SESSION_TYPE: 'wayland', HOME: '/home/anna', XDG_ACTIVATION_TOKEN: 'token-1' },
    },
  ]);
  expect(isActivation(starts[0]?.args ?? [])).toBe(true);
  app.emit('second-instance', {}, ['counterbell', '--activation=of-another']);
  await clock.advance(0);
  expect(isTaken()).toBe(false);
  app.emit('second-instance', {}, ['counterbell', ...(starts[0]?.args ?? [])]);
  await clock.advance(0);
  expect([isTaken(), app.listenerCount('second-instance'), clock.waiting()]).toEqual([true, 0, 0]);
});

test('a missing start delays the window by two seconds at most', async () => {
  const { app, clock, take, isTaken } = world();
  take('token-1');
  await clock.advance(1999);
  expect(isTaken()).toBe(false);
  await clock.advance(1);
  expect([isTaken(), app.listenerCount('second-instance')]).toEqual([true, 0]);
});

test.each([
  ['without a token', 'wayland', undefined],
  ['with an empty one', 'wayland', ''],
  ['where windows come to the front without', 'x11', 'token-1'],
])('%s nothing is started', async (_what, session, token) => {
  const { clock, starts, take, isTaken } = world(session);
  take(token);
  await clock.advance(0);
  expect([starts, isTaken()]).toEqual([[], true]);
});
