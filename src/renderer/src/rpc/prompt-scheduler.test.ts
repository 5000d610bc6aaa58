import { QueryClient, QueryObserver, notifyManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createPromptScheduler } from './prompt-scheduler.ts';

afterEach(() => {
  notifyManager.setScheduler((notify) => setTimeout(notify));
  vi.useRealTimers();
});

test('a change is heard in the same task', async () => {
  vi.useFakeTimers();
  notifyManager.setScheduler(createPromptScheduler());
  const { change, heard } = observed();
  change('first');
  await Promise.resolve().then(() => Promise.resolve());
  expect(heard).toEqual(['first']);
});

test('changes that come before the next timer are heard together', async () => {
  vi.useFakeTimers();
  notifyManager.setScheduler(createPromptScheduler());
  const { change, heard } = observed();
  change('first');
  await vi.advanceTimersByTimeAsync(0);
  heard.length = 0;
  for (const text of ['a', 'b', 'c']) {
    change(text);
    // Each in a task of its own.
    await Promise.resolve().then(() => Promise.resolve());
  }
  expect(heard).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  // What was heard late is the newest.
  expect(heard).toEqual(['a', 'c', 'c']);
});

test('one that fails holds nothing up', async () => {
  vi.useFakeTimers();
  const schedule = createPromptScheduler();
  const told: number[] = [];
  schedule(() => told.push(1));
  await vi.advanceTimersByTimeAsync(1);
  schedule(() => told.push(2));
  schedule(() => told.push(3));
  await vi.advanceTimersByTimeAsync(1);
  schedule(() => told.push(4));
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([1, 2, 3, 4]);
});

function observed() {
  const queryClient = new QueryClient();
  const heard: unknown[] = [];
  const observer = new QueryObserver(queryClient, { queryKey: ['text'], enabled: false });
  // As components do.
  observer.subscribe(notifyManager.batchCalls(() => heard.push(observer.getCurrentResult().data)));
  return { change: (text: string) => queryClient.setQueryData(['text'], text), heard };
}
