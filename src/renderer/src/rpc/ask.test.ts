import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { changing } from './ask.ts';
import type { Call } from './client.ts';

type Settings = RouteOutput<'media.settings'>;
const KEY = ['media.settings', {}];
const known = { settings: { days: 1 } } as unknown as Settings;

/** Changes, each answered when the test says so. */
function arranged(inTurn: boolean) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(KEY, known);
  const calls: PromiseWithResolvers<unknown>[] = [];
  const inputs: unknown[] = [];
  const call = ((_route: unknown, input: unknown) => {
    inputs.push(input);
    const answer = Promise.withResolvers<unknown>();
    calls.push(answer);
    return answer.promise;
  }) as Call;
  const options = changing(call, queryClient, 'media.updateSettings', 'media.settings', {
    guess: (before, changed) => ({ ...before, settings: { ...before.settings, ...changed } }),
    after: (settings, before) => before && { ...before, settings },
    inTurn,
  });
  const change = (days: number) =>
    new MutationObserver(queryClient, options).mutate({ days } as never).catch((error: Error) => error.message);
  const shown = () => queryClient.getQueryData<{ readonly settings: unknown }>(KEY)?.settings;
  return { queryClient, calls, inputs, options, change, shown };
}

test('what is guessed is shown until the answer, and then the answer', async () => {
  const { calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  expect(shown()).toEqual({ days: 2 });
  calls[0]?.resolve({ days: 3 });
  await done;
  expect(shown()).toEqual({ days: 3 });
});

test('an answer does not take the place of an event that came before it', async () => {
  const { queryClient, calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  queryClient.setQueryData(KEY, { ...known, settings: { days: 9 } });
  calls[0]?.resolve({ days: 3 });
  await done;
  expect(shown()).toEqual({ days: 9 });
});

test('changes in turn: the last answer stands', async () => {
  const { calls, change, shown } = arranged(true);
  const both = Promise.all([change(2), change(4)]);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.resolve({ days: 2 });
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.resolve({ days: 4 });
  await both;
  expect(shown()).toEqual({ days: 4 });
});

test('where the engine refuses, what was known is back', async () => {
  const { calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.reject(new Error('refused'));
  expect(await done).toBe('refused');
  expect(shown()).toEqual({ days: 1 });
});

test('changes made of what is known when their turn comes leave each other alone', async () => {
  const { queryClient, calls, inputs, options, shown } = arranged(true);
  const add = (name: string) =>
    new MutationObserver(queryClient, options).mutate(({ settings }) => ({ ...settings, [name]: true }));
  const both = Promise.all([add('first'), add('second')]);
  for (const at of [0, 1]) {
    await expect.poll(() => calls.length).toBe(at + 1);
    calls[at]?.resolve(inputs[at]);
  }
  await both;
  expect(shown()).toEqual({ days: 1, first: true, second: true });
});
