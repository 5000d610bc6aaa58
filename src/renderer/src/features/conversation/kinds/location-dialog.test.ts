import { expect, test } from 'vitest';
import { isShortLink, parseLocation } from './location-dialog.tsx';

const stockholm = { latitude: 59.3293, longitude: 18.0686 };

test.each([
  '59.3293, 18.0686',
  ' 59.3293 18.0686 ',
  '59.3293;18.0686',
  '59.3293° N, 18.0686° E',
  'geo:59.3293,18.0686?z=12',
  'https://www.openstreetmap.org/?mlat=59.3293&mlon=18.0686#map=15/59.4/18.1',
  'https://www.openstreetmap.org/#map=15/59.3293/18.0686',
  'https://www.google.com/maps?q=59.3293,18.0686',
  'https://www.google.com/maps/search/?api=1&query=59.3293%2C18.0686',
  'https://www.google.com/maps/@59.3293,18.0686,15z',
  'https://www.google.com/maps/place/Shop/@59.1,18.2,17z/data=!3m1!4b1!8m2!3d59.3293!4d18.0686',
  'https://maps.apple.com/?ll=59.3293,18.0686&q=Shop',
])('finds a location in %s', (typed) => {
  expect(parseLocation(typed)).toEqual(stockholm);
});

test('makes south and west negative', () => {
  expect(parseLocation('33.4489 S, 70.6693 W')).toEqual({ latitude: -33.4489, longitude: -70.6693 });
  expect(parseLocation('-33.4489,-70.6693')).toEqual({ latitude: -33.4489, longitude: -70.6693 });
});

const NOWHERE = ['', 'Main street 5', '59.3293', '91, 0', '0, 181', 'https://shop.example/?page=1'];
test.each([...NOWHERE, 'https://maps.app.goo.gl/abc'])('finds none in %s', (typed) => {
  expect(parseLocation(typed)).toBeUndefined();
});

test('recognizes a short link', () => {
  expect(isShortLink('https://maps.app.goo.gl/abc')).toBe(true);
  expect(isShortLink('https://www.google.com/maps?q=1,2')).toBe(false);
});
