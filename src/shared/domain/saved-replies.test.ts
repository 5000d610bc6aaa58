import { describe, expect, it } from 'vitest';
import { fillOrLeaveOut, fillPlaceholders, placeholderIn, searchReplies, indexReplies } from './saved-replies.ts';

const index = indexReplies(
  [
    ['delivery', 'Delivery takes two days.'],
    ['hours', 'We are open from 9 to 18, {customer}.'],
    ['opening-hours', 'On Sundays we are closed.'],
    ['rück', 'Für Rücksendungen: kostenlos.'],
    ['stock', 'It is in stock, and leaves within hours.'],
  ].map(([shortcut = '', text = '']) => ({ id: shortcut, shortcut, text })),
);
const found = (typed: string) => searchReplies(index, typed).map(({ shortcut }) => shortcut);

it.each([
  ['all by shortcut for an empty query', ' ', ['delivery', 'hours', 'opening-hours', 'rück', 'stock']],
  ['shortcuts above texts', 'hours', ['hours', 'opening-hours', 'stock']],
  ['prefixes above other matches', 's', ['stock', 'hours', 'opening-hours']],
  ['words of the text by their prefixes', 'two del', ['delivery']],
  ['not the middle of a word', 'akes', []],
  ['only what has all that was typed', 'two sundays', []],
  ['ignoring case and accents', 'RUCK', ['rück']],
  ['ignoring them on both sides', 'für', ['rück']],
])('finds %s: “%s”', (_what, typed, shortcuts) => {
  expect(found(typed)).toEqual(shortcuts);
});

it('returns a hundred at most', () => {
  const many = indexReplies(
    Array.from({ length: 1000 }, (_, at) => ({ id: String(at), shortcut: `reply-${String(at)}`, text: 'same' })),
  );
  expect(searchReplies(many, 'same')).toHaveLength(100);
  expect(searchReplies(many, 'reply-999').map(({ id }) => id)).toEqual(['999']);
});

describe('names in a text', () => {
  const shop = { operator: 'Olga', channel: '24/7 Lamps' };
  const named = { ...shop, customer: ' Anna $& ' };

  it('are filled in wherever they stand, however the placeholder is written', () => {
    expect(fillPlaceholders('Hi {customer}, { Operator } of {CHANNEL}: {customer}.', named)).toBe(
      'Hi Anna $&, Olga of 24/7 Lamps: Anna $&.',
    );
    expect(fillPlaceholders('{name} {customer', named)).toBe('{name} {customer');
  });

  it.each([undefined, '', '  ', '\u200b', '\u2060\u00a0', '\u3164', '\u2800', '\u202e', '.', '—', '\u0301'])(
    'are missing if nothing would be read: %j',
    (customer) => {
      const text = fillPlaceholders('Within 30 days, {customer}. Just send it back, {operator}', { ...shop, customer });
      expect(text).toBe('Within 30 days, {customer}. Just send it back, Olga');
      expect(placeholderIn(text)).toEqual({ start: 16, end: 26 });
    },
  );

  it.each(['7', '🌷', 'Ng', '李', '\u200fدانا'])('are names, however short: %s', (customer) => {
    expect(fillPlaceholders('{customer}', { ...shop, customer })).toBe(customer);
  });

  it.each([
    ['Hello {customer}! Someone will be with you in a moment.', 'Someone will be with you in a moment.'],
    ['Hallo {customer}! Gleich ist jemand für Sie da.', 'Gleich ist jemand für Sie da.'],
    ['¡Hola, {customer}! Enseguida te atendemos.', 'Enseguida te atendemos.'],
    ['Olá, {customer}! Já vamos atender você.', 'Já vamos atender você.'],
    ['Здравствуйте, {customer}! Скоро ответим.', 'Скоро ответим.'],
    ['Sehr geehrter Herr Dr. {customer},\nwir haben zu. Bis Montag, {customer}.', 'Wir haben zu.'],
    ['We are back at 9. Thank you, {customer}, for writing to {channel}. Bye.', 'We are back at 9. Bye.'],
    ['Dear {customer}, we are closed.', ''],
    ['We are closed. We open {opens}.', 'We are closed.'],
    ['No name here.', 'No name here.'],
  ])('that are missing take their sentence with them where nobody can be asked: %j', (text, left) => {
    expect(fillOrLeaveOut(text, { ...(shop as typeof named), opens: undefined })).toBe(left);
  });

  it('say when it opens next only where it is sent by itself', () => {
    const text = 'We open {Opens}.';
    expect(fillOrLeaveOut(text, { ...named, opens: 'tomorrow at 9:00' })).toBe('We open tomorrow at 9:00.');
    expect([fillPlaceholders(text, named), placeholderIn(text)]).toEqual([text, undefined]);
  });
});
