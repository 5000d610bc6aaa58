import { describe, expect, test } from 'vitest';
import { createThrottle } from './sign-in.ts';

const failTenTimes = (throttle: ReturnType<typeof createThrottle>, address: string): void => {
  for (let attempt = 0; attempt < 10; attempt += 1) expect(throttle.failed(address)).toBe(0);
};

describe('throttle', () => {
  test('makes an address wait after ten wrong keys, for the rest of the minute', () => {
    let now = 5_000;
    const throttle = createThrottle(() => now);
    failTenTimes(throttle, '10.0.0.1');
    expect(throttle.failed('10.0.0.1')).toBe(60_000);
    expect(throttle.failed('10.0.0.2')).toBe(0);
    now += 59_000;
    expect(throttle.failed('10.0.0.1')).toBe(1_000);
    now += 1_000;
    failTenTimes(throttle, '10.0.0.1');
    expect(throttle.failed('10.0.0.1')).toBe(60_000);
  });

  test('treats an IPv6 network as one address', () => {
    const throttle = createThrottle(() => 0);
    failTenTimes(throttle, '2001:db8:1:2::5');
    expect(throttle.failed('2001:db8:1:2:aaaa::6')).toBeGreaterThan(0);
    expect(throttle.failed('2001:db8:1:3::5')).toBe(0);
  });

  test('tells IPv4 addresses apart on a dual-stack socket', () => {
    const throttle = createThrottle(() => 0);
    failTenTimes(throttle, '::ffff:10.0.0.1');
    expect(throttle.failed('::ffff:10.0.0.1')).toBeGreaterThan(0);
    expect(throttle.failed('::ffff:10.0.0.2')).toBe(0);
  });

  test('forgets the oldest if too many addresses fail', () => {
    const throttle = createThrottle(() => 0);
    failTenTimes(throttle, '10.0.0.1');
    for (let other = 0; other < 10_000; other += 1) throttle.failed(`other ${other}`);
    expect(throttle.failed('10.0.0.1')).toBe(0);
  });
});
