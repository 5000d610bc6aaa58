import { MutationObserver, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
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

test.each<[string, (answer: PromiseWithResolvers<unknown>, queryClient: QueryClient) => void, number]>([
  ['then the answer', (answer) => answer.resolve({ days: 3 }), 3],
  ['then the previous value if the engine refuses', (answer) => answer.reject(new Error('refused')), 1],
  [
    'but not over a newer event',
    (answer, queryClient) => {
      queryClient.setQueryData(KEY, { ...known, settings: { days: 9 } });
      answer.resolve({ days: 3 });
    },
    9,
  ],
])('shows the optimistic value until the answer arrives, %s', async (_what, end, days) => {
  const { queryClient, calls, change, shown } = arranged(false);
  const done = change(2);
  await expect.poll(() => calls.length).toBe(1);
  expect(shown()).toEqual({ days: 2 });
  if (calls[0] !== undefined) end(calls[0], queryClient);
  await done;
  expect(shown()).toEqual({ days });
});

test.each([
  ['an answer', undefined, 3],
  ['an event that came just before it', 9, 9],
])('is done once %s is shown, so that what follows finds it there', async (_what, event, days) => {
  const { queryClient, calls, options } = arranged(false);
  const shown: unknown[] = [];
  const observer = new QueryObserver<Settings>(queryClient, { queryKey: KEY, enabled: false });
  // As the hooks of react-query do.
  const stop = observer.subscribe(
    notifyManager.batchCalls(() => shown.push(observer.getCurrentResult().data?.settings)),
  );
  const done = new MutationObserver(queryClient, options).mutate({ days: 2 } as never);
  await expect.poll(() => shown).toEqual([{ days: 2 }]);
  if (event !== undefined) queryClient.setQueryData(KEY, { ...known, settings: { days: event } });
  calls[0]?.resolve({ days: 3 });
  await done;
  expect(shown.at(-1)).toEqual({ days });
  stop();
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
