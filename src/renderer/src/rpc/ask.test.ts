import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { cachedMutation } from './ask.ts';
import type { Call } from './transport.ts';

type Settings = RouteOutput<'media.settings'>;
const KEY = ['media.settings', {}];
const known = { settings: { days: 1 } } as unknown as Settings;

/** Changes that the test answers one at a time. */
function arranged(sequential: boolean) {
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
  const options = cachedMutation(call, queryClient, 'media.updateSettings', 'media.settings', {
    optimistic: (before, changed) => ({ ...before, settings: { ...before.settings, ...changed } }),
    after: (settings, before) => before && { ...before, settings },
    sequential,
  });
  const change = (days: number) =>
    new MutationObserver(queryClient, options).mutate({ days } as never).catch((error: Error) => error.message);
  const shown = () => queryClient.getQueryData<{ readonly settings: unknown }>(KEY)?.settings;
  return { queryClient, calls, inputs, options, change, shown };
}

test('shows the optimistic value until the answer arrives, then the answer', async () => {
  const { calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  expect(shown()).toEqual({ days: 2 });
  calls[0]?.resolve({ days: 3 });
  await done;
  expect(shown()).toEqual({ days: 3 });
});

test('does not overwrite a newer event with an older answer', async () => {
  const { queryClient, calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  queryClient.setQueryData(KEY, { ...known, settings: { days: 9 } });
  calls[0]?.resolve({ days: 3 });
  await done;
  expect(shown()).toEqual({ days: 9 });
});

test('keeps the last answer of changes that run in turn', async () => {
  const { calls, change, shown } = arranged(true);
  const both = Promise.all([change(2), change(4)]);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.resolve({ days: 2 });
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.resolve({ days: 4 });
  await both;
  expect(shown()).toEqual({ days: 4 });
});

test('restores the previous value when the engine refuses', async () => {
  const { calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.reject(new Error('refused'));
  expect(await done).toBe('refused');
  expect(shown()).toEqual({ days: 1 });
});

test('does not undo one change with another when both derive from the cached value', async () => {
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
