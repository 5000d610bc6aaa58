import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import { messageRows } from './message-rows.ts';

const NOON = new Date(2026, 10, 3, 12).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const message = (id: string, minutes: number, change: Partial<Message> = {}): Message =>
  ({
    id,
    chatId: '1',
    from: 'customer',
    type: 'text',
    text: id,
    at: NOON + minutes * MINUTE,
    ...change,
  }) as Message;
const startsOf = (messages: readonly Message[], hasEarlier = false): readonly boolean[] =>
  messageRows(messages, [], hasEarlier, 'me').map((row) => row.startsGroup);

describe('message groups', () => {
  it('join messages of one person at most ten minutes apart', () => {
    expect(
      startsOf([
        message('a', 0),
        message('b', 9),
        message('c', 19),
        message('d', 20, { from: 'operator', operatorId: 'me' }),
      ]),
    ).toEqual([true, false, true, true]);
  });

  it('contain one operator each', () => {
    expect(
      startsOf([
        message('a', 0, { from: 'operator', operatorId: 'me' }),
        message('b', 0, { from: 'operator', operatorId: 'ben' }),
      ]),
    ).toEqual([true, true]);
  });

  it('contain one bot each', () => {
    expect(
      startsOf([
        message('a', 0, { from: 'bot', botId: 'faq' }),
        message('b', 0, { from: 'bot', botId: 'faq' }),
        message('c', 0, { from: 'bot', botId: 'orders' }),
      ]),
    ).toEqual([true, false, true]);
  });

  it('never include system lines', () => {
    expect(startsOf([message('a', 0, { from: 'system' }), message('b', 0, { from: 'system' })])).toEqual([true, true]);
  });

  it("separate notes from the same operator's replies", () => {
    const mine = { operatorId: 'me' };
    expect(
      startsOf([
        message('a', 0, { from: 'operator', ...mine }),
        message('b', 0, { from: 'note', ...mine }),
        message('c', 0, { from: 'note', ...mine }),
        message('d', 0, { from: 'note', operatorId: 'ben' }),
      ]),
    ).toEqual([true, true, false, true]);
    const pending = [
      { clientId: 'r', part: 0, chatId: '1', text: 'soon', isNote: true, at: NOON, isLast: true, waiting: undefined },
    ];
    expect(
      messageRows(
        [message('a', 0, { from: 'operator', ...mine }), message('b', 0, { from: 'note', ...mine })],
        pending,
        false,
        'me',
      ).map((row) => row.startsGroup),
    ).toEqual([true, true, false]);
  });

  it('include a reply that is still being sent', () => {
    const at = NOON + MINUTE;
    const pending = [
      { clientId: 'r', part: 0, chatId: '1', text: 'soon', isNote: false, at, isLast: true, waiting: undefined },
    ];
    const rows = messageRows([message('a', 0, { from: 'operator', operatorId: 'me' })], pending, false, 'me');
    expect(rows.map(({ key, startsGroup, endsGroup }) => [key, startsGroup, endsGroup])).toEqual([
      ['a', true, false],
      ['operator r 0', false, true],
    ]);
    const sent = message('b', MINUTE, { from: 'operator', clientId: 'r', part: 0 });
    expect(messageRows([sent], [], false, 'me')[0]?.key).toBe('operator r 0');
  });
});

describe('galleries', () => {
  const SECOND = 1 / 60;
  const photo = (id: string, minutes: number, change: Partial<Message> = {}): Message =>
    ({
      id,
      chatId: '1',
      from: 'customer',
      type: 'photo',
      file: '',
      at: NOON + minutes * MINUTE,
      ...change,
    }) as Message;
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
        photo('f', 0, { from: 'operator', operatorId: 'me' }),
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
    const mine = { from: 'operator', operatorId: 'me' } as const;
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
