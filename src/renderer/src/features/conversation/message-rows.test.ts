import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import { messageWith } from '../../../../../test/fixtures/chat.ts';
import { createMessageRows, messageRows } from './message-rows.ts';

const NOON = new Date(2026, 10, 3, 12).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const message = (id: string, minutes: number, change: Partial<Message> = {}): Message =>
  messageWith({ id, at: NOON + minutes * MINUTE, ...change });
const mine = { from: 'operator', operatorId: 'me' } as const;
const note = { from: 'note', operatorId: 'me' } as const;
const byBot = (botId: string) => ({ from: 'bot', botId }) as const;

const after = (minutes: number, change?: Partial<Message>): Message => message('', minutes, change);

describe('message groups', () => {
  it.each<[string, readonly Message[], readonly boolean[]]>([
    [
      'join messages of one person at most ten minutes apart',
      [after(0), after(9), after(19), after(20, mine)],
      [true, false, true, true],
    ],
    ['contain one operator each', [after(0, mine), after(0, { ...mine, operatorId: 'ben' })], [true, true]],
    [
      'contain one bot each',
      [after(0, byBot('faq')), after(0, byBot('faq')), after(0, byBot('orders'))],
      [true, false, true],
    ],
    ['never include system lines', [after(0, { from: 'system' }), after(0, { from: 'system' })], [true, true]],
    [
      "separate notes from the same operator's replies",
      [after(0, mine), after(0, note), after(0, note), after(0, { ...note, operatorId: 'ben' })],
      [true, true, false, true],
    ],
  ])('%s', (_what, messages, starts) => {
    const all = messages.map((each, index) => ({ ...each, id: String(index) }));
    expect(messageRows(all, [], false, 'me').map((row) => row.startsGroup)).toEqual(starts);
  });

  it('include a reply or a note that is still being sent', () => {
    const unsent = { clientId: 'r', part: 0, chatId: '1', text: 'soon', at: NOON, isLast: true, waiting: undefined };
    const rowsAfter = (before: Message, isNote: boolean) =>
      messageRows([before], [{ ...unsent, isNote }], false, 'me').map(
        ({ key, startsGroup, endsGroup }) => `${key}: ${startsGroup}, ${endsGroup}`,
      );
    expect(rowsAfter(message('a', 0, mine), false)).toEqual(['a: true, false', 'operator r 0: false, true']);
    expect(rowsAfter(message('b', 0, note), true)).toEqual(['b: true, false', 'note r 0: false, true']);
    const sent = message('b', MINUTE, { ...mine, clientId: 'r', part: 0 });
    expect(messageRows([sent], [], false, 'me')[0]?.key).toBe('operator r 0');
  });
});

describe('rows of one list after the other', () => {
  const messages = [message('a', 0), message('b', 1), message('c', 30, mine)];

  it('are the same objects where nothing has changed', () => {
    const rowsOf = createMessageRows();
    const before = rowsOf(messages, [], false, 'me');
    const now = rowsOf([...messages, message('d', 31, mine)], [], false, 'me');
    expect(now.map((row, index) => row === before[index])).toEqual([true, true, false, false]);
    expect(now).toEqual(messageRows([...messages, message('d', 31, mine)], [], false, 'me'));
  });

  it('are others where a message, or what joins it to the next, has changed', () => {
    const rowsOf = createMessageRows();
    const before = rowsOf(messages, [], false, 'me');
    const delivery = { state: 'delivered', attempts: 1 } as const;
    const changed = messages.with(2, message('c', 30, { ...mine, delivery }));
    expect(rowsOf(changed, [], false, 'me').map((row, index) => row === before[index])).toEqual([true, true, false]);
    expect(rowsOf(messages.slice(1), [], false, 'me')[0]).not.toBe(before[1]);
  });
});

describe('galleries', () => {
  const SECOND = 1 / 60;
  const photo = (id: string, minutes: number, change: Partial<Message> = {}): Message =>
    message(id, minutes, { type: 'photo', file: '', text: undefined, ...change } as Partial<Message>);
  const shapeOf = (messages: readonly Message[]): readonly (readonly string[])[] =>
    messageRows(messages, [], false, 'me').map((row) => row.messages.map(({ id }) => id));

  it('join photos sent within a minute of one another', () => {
    expect(
      shapeOf([photo('a', 0), photo('b', 50 * SECOND), photo('c', 100 * SECOND), photo('d', 161 * SECOND)]),
    ).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('end at a text, another kind, or another person', () => {
    expect(
      shapeOf([
        photo('a', 0),
        message('b', 0),
        photo('c', 0),
        message('d', 0, { type: 'video' }),
        photo('e', 0),
        photo('f', 0, mine),
      ]),
    ).toEqual([['a'], ['b'], ['c'], ['d'], ['e'], ['f']]);
  });

  it('have at most one caption, that of their first photo', () => {
    expect(
      shapeOf([
        photo('a', 0, { text: 'All of them' }),
        photo('b', 0),
        photo('c', 0, { text: 'This one' }),
        photo('d', 0),
      ]),
    ).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('leave out an undelivered photo, so that it can show why', () => {
    const failed = { ...mine, delivery: { state: 'failed', attempts: 3 } } as const;
    expect(shapeOf([photo('a', 0, mine), photo('b', 0, failed), photo('c', 0, mine), photo('d', 0, mine)])).toEqual([
      ['a'],
      ['b'],
      ['c', 'd'],
    ]);
  });

  it('stay at the place of their first photo', () => {
    const [row] = messageRows([photo('a', 0), photo('b', 0)], [], false, 'me');
    expect(row).toMatchObject({ key: 'a', startsDay: true, startsGroup: true, endsGroup: true });
  });
});

describe('days', () => {
  it('start at their first message', () => {
    const rows = messageRows([message('a', 0), message('b', 1), message('c', DAY / MINUTE)], [], false, 'me');
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, true]);
  });

  it('are left open at the top, like groups, while earlier messages may follow', () => {
    const [first] = messageRows([message('a', 0)], [], true, 'me');
    expect([first?.startsDay, first?.startsGroup]).toEqual([false, false]);
  });
});

it('gives messages without a valid id their own rows', () => {
  const broken = [{}, [{}], null, 5, 'b'].map((id) => ({ ...message('b', MINUTE), id }) as unknown as Message);
  const keys = messageRows([message('a', 0), message('b', 0), ...broken], [], false, 'me').map(({ key }) => key);
  expect(keys.every((key) => typeof key === 'string')).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});
