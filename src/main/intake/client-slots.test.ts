import { expect, test } from 'vitest';
import { createClientSlots } from './client-slots.ts';

test('one client holds a part of the slots, all its addresses together; others find the rest, and each slot is given back once', () => {
  const slots = createClientSlots({ most: 5, mostOfClient: 2 });
  const free = slots.take('192.0.2.1');
  expect(slots.take('::ffff:192.0.2.1')).toBeDefined();
  expect(slots.take('192.0.2.1')).toBeUndefined();
  expect(slots.take('2001:db8::1')).toBeDefined();
  expect(slots.take('2001:db8::2')).toBeDefined();
  expect(slots.take('2001:db8::3')).toBeUndefined();
  expect(slots.take('192.0.2.3')).toBeDefined();
  expect(slots.take('192.0.2.4')).toBeUndefined();
  free?.();
  free?.();
  expect(slots.take('192.0.2.4')).toBeDefined();
  expect(slots.take('192.0.2.5')).toBeUndefined();
});
