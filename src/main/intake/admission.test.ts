import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type Admission,
  type AdmissionLimits,
  announcedBytes,
  createAdmission,
  createBuckets,
  type TooManyRequests,
} from './admission.ts';

const LIMITS = { perAddress: 300, perChannel: 200 };

function admission(limits: Partial<AdmissionLimits> = LIMITS) {
  let now = 0;
  const made = createAdmission(() => now);
  made.limit(limits);
  return { ...made, pass: (milliseconds: number) => (now += milliseconds) };
}

/** How many of these requests are admitted. */
function admitted(ask: () => TooManyRequests | undefined, amount: number): number {
  let count = 0;
  for (let each = 0; each < amount; each += 1) if (ask() === undefined) count += 1;
  return count;
}

describe('an address', () => {
  test('may send ten seconds’ worth at once, then only its rate', () => {
    const { fromAddress, pass } = admission();
    expect(admitted(() => fromAddress('192.0.2.1'), 5000)).toBe(3000);
    pass(1000);
    expect(admitted(() => fromAddress('192.0.2.1'), 5000)).toBe(300);
    pass(100_000);
    expect(admitted(() => fromAddress('192.0.2.1'), 5000)).toBe(3000);
  });

  test('is never refused while it keeps to its rate', () => {
    const { fromAddress, pass } = admission();
    const amount = admitted(() => {
      pass(1000 / 300);
      return fromAddress('192.0.2.1');
    }, 20_000);
    expect(amount).toBe(20_000);
  });

  test('does not use up the allowance of others; a /64 of IPv6 counts as one', () => {
    const { fromAddress } = admission();
    admitted(() => fromAddress('2001:db8::1'), 3000);
    expect(admitted(() => fromAddress('2001:db8::2'), 1)).toBe(0);
    expect(admitted(() => fromAddress('2001:db8:0:1::1'), 1)).toBe(1);
  });

  test('is told when to retry, in whole seconds', () => {
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

  test('is allowed a hundred times at once, then twenty times a second', () => {
    const asked = admission();
    expect(admitted(guess(asked), 1000)).toBe(100);
    asked.pass(1000);
    expect(admitted(guess(asked), 1000)).toBe(20);
  });

  test('counts a miss once, as soon as it is known, however late it is answered', async () => {
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
    // Lookups that were already running beyond the limit are owed.
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

  test('stays slow for as long as it lasts', () => {
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

  test('has a limit of its own', () => {
    const { toChannel, pass } = admission();
    expect(admitted(() => toChannel('a', first), 5000)).toBe(2000);
    expect(admitted(() => toChannel('b', first), 5000)).toBe(2000);
    pass(1000);
    expect(admitted(() => toChannel('a', first), 5000)).toBe(200);
  });

  test('serves other senders while one floods it', () => {
    const { toChannel, pass } = admission();
    admitted(() => toChannel('a', first), 5000);
    expect(admitted(() => toChannel('a', second), 5000)).toBe(500);
    for (let round = 0; round < 60; round += 1) {
      pass(1000);
      expect(admitted(() => toChannel('a', third), 50)).toBe(50);
      admitted(() => toChannel('a', first), 300);
    }
  });

  test('admits no more than its rate in the long run, whoever sends', () => {
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

describe('the cost of a request', () => {
  const [flooder, honest] = ['192.0.2.1', '192.0.2.2'];
  const KILOBYTE = 1024;
  const LARGEST = 256 * KILOBYTE;

  /** A request that becomes several messages, as the listener asks about it. */
  const post =
    ({ fromAddress, toChannel, extraMessages }: Admission, address: string, messages: number) =>
    () =>
      fromAddress(address) ?? toChannel('a', address) ?? extraMessages('a', address, messages - 1);

  test('is 268 for a request that becomes 268 messages', () => {
    const asked = admission({ perAddress: 300, perChannel: 0 });
    expect(admitted(post(asked, flooder, 268), 100)).toBe(11);
    asked.pass(10_000);
    expect(admitted(post(asked, flooder, 268), 100)).toBe(11);
  });

  test('is charged in full or not at all, and leaves the channel’s room for others', () => {
    const asked = admission();
    expect(admitted(post(asked, flooder, 268), 100)).toBeLessThanOrEqual(8);
    expect(admitted(post(asked, honest, 1), 500)).toBe(500);
  });

  test.each([1, 2, 10])(
    'passes after a rest if it exceeds what the bucket of a limit of %i ever holds, leaving the bucket in debt',
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

  test('keeps messages within the limit in the long run, however they are packed', () => {
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

  test('counts received bytes even of refused requests, but not announced ones', () => {
    const { fromAddress, receivedBytes, pass } = admission({ kilobytesPerAddress: 100 });
    for (let each = 0; each < 1000; each += 1) expect(fromAddress(flooder, LARGEST)).toBeUndefined();
    expect(admitted(() => receivedBytes(flooder, LARGEST), 10)).toBe(3);
    expect(fromAddress(flooder, 1)).toMatchObject({ status: 429, retryAfter: 11 });
    expect(fromAddress(flooder)).toBeUndefined();
    expect(fromAddress(honest, LARGEST)).toBeUndefined();
    pass(20_000);
    expect(fromAddress(flooder, LARGEST)).toBeUndefined();
  });

  test('keeps one address from using up the channel’s bytes for others', () => {
    const { receivedChannelBody, toChannel } = admission({ kilobytesPerChannel: 1024 });
    expect(admitted(() => receivedChannelBody('a', flooder, LARGEST), 1000)).toBe(40);
    expect(toChannel('a', flooder, LARGEST)).toMatchObject({ status: 429 });
    expect(toChannel('a', honest, LARGEST)).toBeUndefined();
    expect(admitted(() => receivedChannelBody('a', honest, 10 * KILOBYTE), 100)).toBe(100);
  });

  test('never refuses a body forever, however low the limit', () => {
    const { receivedBytes, receivedChannelBody } = admission({ kilobytesPerAddress: 1, kilobytesPerChannel: 1 });
    expect([receivedBytes(honest, LARGEST), receivedChannelBody('a', honest, LARGEST)]).toEqual([undefined, undefined]);
  });

  test('comes from the head, which states the body’s length or only that there is one', () => {
    expect(announcedBytes({})).toBe(0);
    expect(announcedBytes({ 'content-length': '262144' })).toBe(262_144);
    expect(announcedBytes({ 'transfer-encoding': 'chunked' })).toBe(1);
  });
});

test('is unlimited at 0, and nothing is refused when nothing is counted', () => {
  const open = admission({ perAddress: 0, perChannel: 0 });
  expect(admitted(() => open.fromAddress('192.0.2.1'), 50_000)).toBe(50_000);
  expect(admitted(() => open.toChannel('a', '192.0.2.1'), 50_000)).toBe(50_000);
  const local = createAdmission(() => 0);
  expect(local.isLimited()).toBe(false);
  for (let each = 0; each < 1000; each += 1) local.missed('192.0.2.1');
  expect(admitted(() => local.fromAddress('192.0.2.1'), 50_000)).toBe(50_000);
});

test('remembers no more keys than allowed, and never forgets a busy one', () => {
  const { take, peek } = createBuckets({ monotonic: () => 0, burstSeconds: 1, maxKeys: 3 });
  for (let each = 0; each < 5; each += 1) take('busy', 5);
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    take(key, 5);
    expect(take('busy', 5)).toBeGreaterThan(0);
  }
  for (let each = 0; each < 4; each += 1) take('e', 5);
  expect(peek('e', 5)).toBeGreaterThan(0);
  for (const key of ['f', 'g', 'h']) take(key, 5);
  expect(peek('e', 5)).toBe(0);
});
