import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  announcedBytes,
  createAdmission,
  type Admission,
  type AdmissionLimits,
  type TooManyRequests,
} from './admission.ts';
import { createBuckets } from './buckets.ts';

const LIMITS = { perAddress: 300, perChannel: 200 };

function admission(limits: Partial<AdmissionLimits> = LIMITS) {
  let now = 0;
  const made = createAdmission(() => now);
  made.limit(limits);
  return { ...made, pass: (milliseconds: number) => (now += milliseconds) };
}

/** How many of so many requests are let in. */
function admitted(ask: () => TooManyRequests | undefined, amount: number): number {
  let count = 0;
  for (let each = 0; each < amount; each += 1) if (ask() === undefined) count += 1;
  return count;
}

describe('an address', () => {
  test('has ten seconds’ worth at once, and then its rate', () => {
    const { fromAddress, pass } = admission();
    expect(admitted(() => fromAddress('192.0.2.1'), 5000)).toBe(3000);
    pass(1000);
    expect(admitted(() => fromAddress('192.0.2.1'), 5000)).toBe(300);
    pass(100_000);
    expect(admitted(() => fromAddress('192.0.2.1'), 5000)).toBe(3000);
  });

  test('that keeps to its rate is never refused', () => {
    const { fromAddress, pass } = admission();
    const amount = admitted(() => {
      pass(1000 / 300);
      return fromAddress('192.0.2.1');
    }, 20_000);
    expect(amount).toBe(20_000);
  });

  test('does not use up what others have; a /64 of IPv6 counts as one', () => {
    const { fromAddress } = admission();
    admitted(() => fromAddress('2001:db8::1'), 3000);
    expect(admitted(() => fromAddress('2001:db8::2'), 1)).toBe(0);
    expect(admitted(() => fromAddress('2001:db8:0:1::1'), 1)).toBe(1);
  });

  test('that is refused is told when to come again, in whole seconds', () => {
    const { fromAddress, limit } = admission();
    admitted(() => fromAddress('192.0.2.1'), 3000);
    expect(fromAddress('192.0.2.1')).toMatchObject({ status: 429, code: 'too_many_requests', retryAfter: 1 });
    limit({ perAddress: 1, perChannel: 0 });
    for (let each = 0; each < 10; each += 1) fromAddress('192.0.2.2');
    expect(fromAddress('192.0.2.2')?.retryAfter).toBe(1);
  });
});

describe('guessing', () => {
  const guess =
    ({ fromAddress, missed }: Pick<Admission, 'fromAddress' | 'missed'>) =>
    () => {
      const refusal = fromAddress('192.0.2.1');
      if (refusal === undefined) missed('192.0.2.1');
      return refusal;
    };

  test('a hundred at once, then twenty a second', () => {
    const asked = admission();
    expect(admitted(guess(asked), 1000)).toBe(100);
    asked.pass(1000);
    expect(admitted(guess(asked), 1000)).toBe(20);
  });

  test('what is looked up counts as soon as it is not found, once, however late it is answered', async () => {
    const { lookUp, fromAddress, pass } = admission();
    const requests = Array.from({ length: 500 }, () => ({ clientAddress: '192.0.2.1' }));
    const lookedUp = async (): Promise<number> => {
      const looked = await Promise.allSettled(
        requests.map((request) => lookUp(request, () => setImmediate(undefined))),
      );
      return looked.filter(({ status }) => status === 'fulfilled').length;
    };
    const first = await lookedUp();
    expect(first).toBeGreaterThanOrEqual(100);
    expect(first).toBeLessThanOrEqual(120);
    // What was looked up beyond its measure, because it was under way, is owed.
    let all = first;
    for (let second = 1; second <= 3; second += 1) {
      pass(1000);
      all += await lookedUp();
      expect(all).toBeLessThanOrEqual(120 + 20 * second);
    }
    expect(fromAddress('192.0.2.1')).toMatchObject({ status: 429 });

    const other = admission();
    const asked = requests.slice(0, 90);
    for (const request of asked) await other.lookUp(request, async () => undefined);
    for (const request of asked) other.missed(request.clientAddress, request);
    expect(admitted(guess(other), 1000)).toBe(10);
  });

  test('goes on as slowly for as long as it lasts', () => {
    const asked = admission();
    const amount = admitted(() => {
      asked.pass(10);
      return guess(asked)();
    }, 10_000);
    expect(amount).toBeLessThanOrEqual(100 + 20 * 100);
    expect(amount).toBeGreaterThan(20 * 90);
  });
});

describe('a channel', () => {
  const [first, second, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];

  test('has its own limit', () => {
    const { toChannel, pass } = admission();
    expect(admitted(() => toChannel('a', first), 5000)).toBe(2000);
    expect(admitted(() => toChannel('b', first), 5000)).toBe(2000);
    pass(1000);
    expect(admitted(() => toChannel('a', first), 5000)).toBe(200);
  });

  test('serves others beside one that floods it', () => {
    const { toChannel, pass } = admission();
    admitted(() => toChannel('a', first), 5000);
    expect(admitted(() => toChannel('a', second), 5000)).toBe(500);
    for (let round = 0; round < 60; round += 1) {
      pass(1000);
      expect(admitted(() => toChannel('a', third), 50)).toBe(50);
      admitted(() => toChannel('a', first), 300);
    }
  });

  test('takes no more than its rate in the long run, whoever writes', () => {
    const { toChannel, pass } = admission();
    let asked = 0;
    const amount = admitted(() => {
      pass(1);
      return toChannel('a', `192.0.2.${(asked += 1) % 200}`);
    }, 100_000);
    expect(amount).toBeLessThanOrEqual(3000 + 200 * 100);
    expect(amount).toBeGreaterThan(200 * 100);
  });
});

describe('what a request costs', () => {
  const [flooder, honest] = ['192.0.2.1', '192.0.2.2'];
  const KILOBYTE = 1024;
  const LARGEST = 256 * KILOBYTE;

  /** a request that becomes so many messages, as the listener asks for it */
  const post =
    ({ fromAddress, toChannel, further }: Admission, address: string, messages: number) =>
    () =>
      fromAddress(address) ?? toChannel('a', address) ?? further('a', address, messages - 1);

  test('one that becomes 268 messages counts as 268', () => {
    const asked = admission({ perAddress: 300, perChannel: 0 });
    expect(admitted(post(asked, flooder, 268), 100)).toBe(11);
    asked.pass(10_000);
    expect(admitted(post(asked, flooder, 268), 100)).toBe(11);
  });

  test('is taken whole or not at all, and the channel keeps its room for others', () => {
    const asked = admission();
    expect(admitted(post(asked, flooder, 268), 100)).toBeLessThanOrEqual(8);
    expect(admitted(post(asked, honest, 1), 500)).toBe(500);
  });

  test.each([1, 2, 10])(
    'costing more than the bucket of a limit of %i ever holds, it passes after a rest and leaves the bucket owing',
    (limit) => {
      const asked = admission({ perAddress: limit, perChannel: limit });
      expect(post(asked, flooder, 268)()).toBeUndefined();
      expect(post(asked, flooder, 1)()).toMatchObject({ status: 429 });
      asked.pass((post(asked, flooder, 1)()?.retryAfter ?? 0) * 1000);
      expect(post(asked, flooder, 1)()).toBeUndefined();
      asked.pass(268_000);
      expect(post(asked, flooder, 268)()).toBeUndefined();
    },
  );

  test('in the long run no more messages come than the limit says, however they are packed', () => {
    const asked = admission({ perAddress: 100, perChannel: 0 });
    let messages = 0;
    let seconds = 0;
    for (let each = 0; each < 2000; each += 1) {
      const amount = 1 + ((each * 7919) % 268);
      const refusal = post(asked, flooder, amount)();
      if (refusal === undefined) messages += amount;
      else {
        seconds += refusal.retryAfter;
        asked.pass(refusal.retryAfter * 1000);
      }
    }
    expect(messages).toBeLessThanOrEqual(1000 + 100 * seconds);
    expect(messages).toBeGreaterThan(60 * seconds);
  });

  test('bytes that came count, also where the request is refused; what is announced only does not', () => {
    const { fromAddress, arrived, pass } = admission({ kilobytesPerAddress: 100 });
    for (let each = 0; each < 1000; each += 1) expect(fromAddress(flooder, LARGEST)).toBeUndefined();
    expect(admitted(() => arrived(flooder, LARGEST), 10)).toBe(3);
    expect(fromAddress(flooder, 1)).toMatchObject({ status: 429, retryAfter: 11 });
    expect(fromAddress(flooder)).toBeUndefined();
    expect(fromAddress(honest, LARGEST)).toBeUndefined();
    pass(20_000);
    expect(fromAddress(flooder, LARGEST)).toBeUndefined();
  });

  test('one address cannot take a channel’s bytes from the others', () => {
    const { arrivedFor, toChannel } = admission({ kilobytesPerChannel: 1024 });
    expect(admitted(() => arrivedFor('a', flooder, LARGEST), 1000)).toBe(40);
    expect(toChannel('a', flooder, LARGEST)).toMatchObject({ status: 429 });
    expect(toChannel('a', honest, LARGEST)).toBeUndefined();
    expect(admitted(() => arrivedFor('a', honest, 10 * KILOBYTE), 100)).toBe(100);
  });

  test('a body is never refused for ever, however little is let in', () => {
    const { arrived, arrivedFor } = admission({ kilobytesPerAddress: 1, kilobytesPerChannel: 1 });
    expect([arrived(honest, LARGEST), arrivedFor('a', honest, LARGEST)]).toEqual([undefined, undefined]);
  });

  test('a head says how long its body is, or only that there is one', () => {
    expect(announcedBytes({})).toBe(0);
    expect(announcedBytes({ 'content-length': '262144' })).toBe(262_144);
    expect(announcedBytes({ 'transfer-encoding': 'chunked' })).toBe(1);
  });
});

test('0 is no limit, and where nothing is counted nothing is refused', () => {
  const open = admission({ perAddress: 0, perChannel: 0 });
  expect(admitted(() => open.fromAddress('192.0.2.1'), 50_000)).toBe(50_000);
  expect(admitted(() => open.toChannel('a', '192.0.2.1'), 50_000)).toBe(50_000);
  const local = createAdmission(() => 0);
  expect(local.isLimited()).toBe(false);
  for (let each = 0; each < 1000; each += 1) local.missed('192.0.2.1');
  expect(admitted(() => local.fromAddress('192.0.2.1'), 50_000)).toBe(50_000);
});

test('no more keys are remembered than were allowed, and one that is busy is not forgotten', () => {
  const { take, look } = createBuckets({ monotonic: () => 0, burstSeconds: 1, remembered: 3 });
  for (let each = 0; each < 5; each += 1) take('busy', 5);
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    take(key, 5);
    expect(take('busy', 5)).toBeGreaterThan(0);
  }
  for (let each = 0; each < 4; each += 1) take('e', 5);
  expect(look('e', 5)).toBeGreaterThan(0);
  for (const key of ['f', 'g', 'h']) take(key, 5);
  expect(look('e', 5)).toBe(0);
});
