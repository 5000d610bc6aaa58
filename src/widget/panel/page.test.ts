import { expect, it } from 'vitest';
import { visitorFrame } from '#shared/site/frames.ts';
import { createTitleCount, readIdentity, readPage } from './page.ts';

it.each([
  [{ url: 'https://shop.example/oak', title: 'Oak', referrer: 'https://search.example' }],
  [{ url: `https://shop.example/?q=${'x'.repeat(5000)}`, title: 'y'.repeat(5000) }],
  [{ url: '/oak', title: null, referrer: 7, more: {} }],
])('what a website says of its page is what the engine reads', (given) => {
  const page = readPage(given);
  expect(page?.url).toBe(given.url.slice(0, 2048));
  expect(visitorFrame.safeParse({ kind: 'page', page }).success).toBe(true);
});

it.each([undefined, null, 'Oak', {}, { title: 'Oak' }, { url: 7 }])('%j is no page', (given) => {
  expect(readPage(given)).toBeUndefined();
});

it.each([
  [{ id: '7', signature: 'f00', name: 'Anna', email: 'a@b.example' }],
  [{ id: '7', signature: 'f00', name: null, email: 'x'.repeat(300) }],
  [{ id: '7', signature: 'f00', fields: { plan: 'Pro', orders: 3, trial: true }, fieldsSignature: 'f01' }],
  [{ id: '7', signature: 'f00', fields: { '': 1, ['x'.repeat(41)]: 1, a: 'x'.repeat(201), b: NaN, c: null, d: {} } }],
  [{ id: '7', signature: 'f00', fields: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at])) }],
  [{ id: '7', signature: 'f00', fields: 'Pro', fieldsSignature: 7 }],
])('what a website says of who is signed in is what the engine reads', (given) => {
  const identity = readIdentity(given);
  expect(identity).toMatchObject({ id: '7', signature: 'f00' });
  expect(visitorFrame.safeParse({ kind: 'identify', identity }).success).toBe(true);
});

it.each([
  undefined,
  {},
  { id: 7, signature: 'f00' },
  { id: '', signature: 'f00' },
  { id: 'x'.repeat(256), signature: '' },
])('%j is nobody', (given) => {
  expect(readIdentity(given)).toBeUndefined();
});

it('shows a count before the title, and puts the title back exactly', () => {
  const page = { title: ' Bella  Lamps' };
  const { show, titleOfPage } = createTitleCount(page);
  show(1);
  show(2);
  expect([page.title, titleOfPage()]).toEqual(['(2)  Bella  Lamps', ' Bella  Lamps']);
  show(0);
  expect(page.title).toBe(' Bella  Lamps');
});

it('leaves alone what the page sets meanwhile', () => {
  const page = { title: 'One' };
  const { show } = createTitleCount(page);
  show(1);
  page.title = 'Two';
  show(2);
  expect(page.title).toBe('(2) Two');
  page.title = 'Three';
  show(0);
  expect(page.title).toBe('Three');
});
