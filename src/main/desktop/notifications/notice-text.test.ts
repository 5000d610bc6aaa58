import { describe, expect, it } from 'vitest';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { hostileStrings } from '../../../../test/desktop/packaged/hostile-strings.ts';
import { customerName, callText } from './notice-text.ts';
import { oneLine } from '#shared/locales/call-texts.ts';
import type { Alert, AlertReason } from '#shared/domain/alerts.ts';

const customer = (change: Partial<Customer>): Customer => ({
  id: '5',
  channelId: 'c',
  externalId: '"anna"',
  firstSeenAt: 1,
  ...change,
});
const chat = (change: Partial<Chat> = {}): Chat => ({
  id: '12',
  state: 'waiting',
  channelId: 'c',
  customer: customer({ name: 'Anna' }),
  askedForPerson: false,
  unanswered: 1,
  waitingSince: 1,
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 1,
  ...change,
});
const message: Message = { id: '1', chatId: '12', from: 'customer', type: 'text', text: 'Is it in stock?', at: 1 };

const wordsFor = (reason: AlertReason, said: Alert['message'], of: Chat, again: boolean) =>
  textFor([{ reason, message: said, chat: of }], again);

const textFor = (alerts: readonly Alert[], isRepeat: boolean) => {
  const text = callText(alerts, { operatorId: 'olga', isRepeat, withWords: true });
  if (text === undefined) throw new Error('nothing is called');
  return text;
};

describe('a notification shows', () => {
  it.each([
    ['newChat', false, { title: 'Anna is waiting', body: 'Is it in stock?' }],
    ['newChat', true, { title: 'Anna is still waiting', body: 'Is it in stock?' }],
    ['ownChat', false, { title: 'Anna', body: 'Is it in stock?' }],
    ['askedForPerson', false, { title: 'Anna is asking for a person', body: 'Is it in stock?' }],
    ['failedReply', true, { title: 'Not delivered: Anna hasn’t seen your reply', body: 'Is it in stock?' }],
  ] as const)('%s, again: %s', (reason, again, words) => {
    expect(wordsFor(reason, message, chat(), again)).toEqual(words);
  });

  it('how many messages it covers', () => {
    expect(wordsFor('newChat', message, chat({ unanswered: 3 }), false).body).toBe('3 messages: Is it in stock?');
    const seen = { olga: 2, ben: 3 };
    expect(wordsFor('newChat', message, chat({ unanswered: 4, seen }), false).body).toBe('2 messages: Is it in stock?');
  });

  it('nothing of a line only the console writes', () => {
    expect(
      wordsFor('askedForPerson', { ...message, from: 'system', text: 'FAQ asked for a person' }, chat(), false).body,
    ).toBe('');
  });

  it('who assigned the chat, and the customer’s last message', () => {
    const event = {
      kind: 'assigned',
      operatorId: 'ben',
      operatorName: 'Ben',
      toOperatorId: 'olga',
      toOperatorName: 'Olga',
    } as const;
    const line = { ...message, from: 'system', text: 'Ben assigned the chat to Olga', event } as Message;
    const { id, from, type, text, at } = message;
    const title = 'Ben assigned you the chat with Anna';
    expect(wordsFor('assigned', line, chat({ lastMessage: { id, from, type, text, at } }), false)).toEqual({
      title,
      body: 'Is it in stock?',
    });
    expect(wordsFor('assigned', line, chat({ lastMessage: { id, from: 'operator', type, text, at } }), false)).toEqual({
      title,
      body: '',
    });
  });

  it('the kind of message if it is not text', () => {
    expect(
      wordsFor('newChat', { ...message, type: 'photo', text: undefined, fileName: 'shelf.jpg' }, chat(), false).body,
    ).toBe('Photo · shelf.jpg');
  });
});

it.each([
  [{ name: 'Anna' }, 'Anna'],
  [{ email: 'a@shop.example' }, 'a@shop.example'],
  [{ name: '\u202E\0 ' }, 'Visitor'],
  [{}, 'Visitor'],
])('a customer %j as %s', (change, name) => {
  expect(customerName({ customer: customer(change) })).toBe(name);
});

it.each([
  ['https://shop.example/lamps', 'Visitor on /lamps'],
  ['https://shop.example/lamps/?utm=1#top', 'Visitor on /lamps'],
  ['https://shop.example/', 'Visitor on shop.example'],
  ['http://localhost:3000', 'Visitor on localhost:3000'],
  ['https://shop.example/l%C3%A4mpchen%20blau', 'Visitor on /lämpchen blau'],
  ['https://shop.example/%E2%80%AEgnp.exe%0A%07%00', 'Visitor on /[U+202E]gnp.exe'],
  ['https://shop.example/100%', 'Visitor on /100%'],
  [`https://shop.example/${'a'.repeat(300)}`, `Visitor on /${'a'.repeat(38)}…`],
  ['https://shop.example/{{page}}$t(x)<b>', 'Visitor on /{{page}}$t(x)<b>'],
  ['https://shop.example/%E2%80%8B', 'Visitor on /'],
  ['javascript:alert(1)', 'Visitor'],
  ['the lamps', 'Visitor'],
])('a visitor without a name who wrote on %j as %s', (url, name) => {
  expect(customerName({ customer: customer({ url }) })).toBe(name);
});

describe('a notification for several chats shows', () => {
  const named = (reason: AlertReason, ...names: readonly string[]): readonly Alert[] =>
    names.map((name) => ({ reason, message, chat: chat({ customer: customer({ name }) }) }));
  it.each([
    [['Anna', 'Ben'], '2 customers are waiting', 'Anna and Ben'],
    [['Anna', 'Ben', 'Cleo'], '3 customers are waiting', 'Anna, Ben and Cleo'],
    [['Anna', 'Ben', 'Cleo', 'Dora'], '4 customers are waiting', 'Anna, Ben, Cleo and 1 more'],
  ])('%j', (names, title, body) => {
    expect(textFor(named('newChat', ...names), false)).toEqual({ title, body });
  });
  it('that they still wait, or that replies were not delivered', () => {
    const titles = [
      textFor(named('newChat', 'Anna', 'Ben'), true),
      textFor(named('failedReply', 'Anna', 'Ben'), true),
    ].map(({ title }) => title);
    expect(titles).toEqual(['2 customers are still waiting', 'Replies to 2 customers weren’t delivered']);
  });
});

it.each([
  ['\u0007bell\u001b[31m\u007f\u009b', 'bell[31m'],
  ['one\r\ntwo\u2028three\u0085four\tfive', 'one two three four five'],
  ['\u202Egnp.exe\u2066 \u200b\u2069 end\ufeff', '[U+202E]gnp.exe end'],
  ['half \ud83d of it', 'half of it'],
  ['👩‍🔧 می‌خواهم', '👩‍🔧 می‌خواهم'],
])('removes invisible characters, and shows those that turn letters around: %j', (text, line) => {
  expect(oneLine(text, 60)).toBe(line);
});

it('cuts a long line between characters', () => {
  expect(oneLine('one\ntwo', 10)).toBe('one two');
  expect(oneLine('🛎🛎🛎🛎', 3)).toBe('🛎🛎…');
});

describe('withstands names and messages from 300 hostile customers', () => {
  const unseen = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

  it.each(hostileStrings.map((text, index) => [index, text] as const))('%s is lines of limited length', (_, text) => {
    const of = chat({ customer: customer({ name: text }) });
    const { title, body } = wordsFor('newChat', { ...message, text }, of, false);
    const together = textFor(
      Array.from({ length: 4 }, () => ({ reason: 'newChat', message, chat: of })),
      false,
    );
    const words = (line: string) => line.replaceAll(/\s/gu, '');
    if (!body.endsWith('…')) expect(words(body)).toBe(words(oneLine(text, Number.POSITIVE_INFINITY)));
    for (const line of [title, body, together.title, together.body]) expect(line).not.toMatch(unseen);
    expect(Array.from(title.replace(/ is waiting$/, '')).length).toBeLessThanOrEqual(60);
    expect(Array.from(body).length).toBeLessThanOrEqual(200);
    expect(together.title).toBe('4 customers are waiting');
    expect(Array.from(together.body).length).toBeLessThanOrEqual(200);
  });
});
