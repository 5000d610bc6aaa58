import { expect, test } from 'vitest';
import { createMicrophone, isAudioOnly, type Microphone } from './guard.ts';

type Contents = Parameters<Microphone['mayOpen']>[0];

const page = {} as Contents;
const otherPage = {} as Contents;

test('a page may open the microphone briefly after it asked to record, and no other page may', async () => {
  let now = 0;
  const done: string[] = [];
  const microphone = createMicrophone({
    clock: { monotonic: () => now },
    askSystem: async () => void done.push('system asked'),
  });
  expect(microphone.mayOpen(page)).toBe(false);
  await microphone.wish(page);
  expect(done).toEqual(['system asked']);
  expect([microphone.mayOpen(page), microphone.mayOpen(otherPage)]).toEqual([true, false]);
  now = 10_000;
  expect(microphone.mayOpen(page)).toBe(false);
  await microphone.wish(page);
  expect(microphone.mayOpen(page)).toBe(true);
});

test('a camera is not a microphone', () => {
  expect(isAudioOnly(['audio'])).toBe(true);
  expect([
    isAudioOnly(['audio', 'video']),
    isAudioOnly(['video']),
    isAudioOnly([]),
    isAudioOnly([undefined]),
    isAudioOnly(undefined),
  ]).toEqual([false, false, false, false, false]);
});
