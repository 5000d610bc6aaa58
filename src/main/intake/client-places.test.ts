import { expect, test } from 'vitest';
import { createClientPlaces } from './client-places.ts';

test('one client holds a part of the places, all its addresses together; others find the rest, and each place is given back once', () => {
  const places = createClientPlaces({ most: 5, mostOfClient: 2 });
  const free = places.take('192.0.2.1');
  expect(places.take('::ffff:192.0.2.1')).toBeDefined();
  expect(places.take('192.0.2.1')).toBeUndefined();
  expect(places.take('2001:db8::1')).toBeDefined();
  expect(places.take('2001:db8::2')).toBeDefined();
  expect(places.take('2001:db8::3')).toBeUndefined();
  expect(places.take('192.0.2.3')).toBeDefined();
  expect(places.take('192.0.2.4')).toBeUndefined();
  free?.();
  free?.();
  expect(places.take('192.0.2.4')).toBeDefined();
  expect(places.take('192.0.2.5')).toBeUndefined();
});
