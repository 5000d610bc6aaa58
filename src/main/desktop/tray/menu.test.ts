import { describe, expect, it } from 'vitest';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import type { Chat } from '#shared/domain/entities.ts';
import {
  trayMenu,
  type TrayAction,
  type TrayItem,
  iconName,
  trayTooltip,
  formatWait,
  isLost,
  type TrayState,
} from './menu.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import type { ReachSnapshot } from '../notifications/reach.ts';

const now = new Date(2026, 10, 21, 14, 5).getTime();
const minute = 60_000;
const chat = (id: string, name: string, minutes: number, text: string): Chat => ({
  id,
  state: 'waiting',
  channelId: 'c',
  customer: { id, channelId: 'c', externalId: `"${id}"`, name, firstSeenAt: 1 },
  askedForPerson: false,
  unanswered: 1,
  waitingSince: now - minutes * minute,
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 1,
  lastMessage: { id: '1', from: 'customer', type: 'text', text, at: 1 },
});
const quiet: TrayState = {
  shop: undefined,
  presence: 'online',
  chats: [],
  waiting: 0,
  problem: undefined,
  reach: undefined,
  pausedUntil: undefined,
};
const reachable: ReachSnapshot = {
  way: 'own',
  reach: { state: 'reachable', url: 'https://chat.example', since: now },
  formerUrl: undefined,
};
const problem = { what: foreignText('chat.example refused the connection'), todo: foreignText('Check the proxy.') };
const broken: ReachSnapshot = {
  ...reachable,
  reach: { ...reachable.reach, state: 'unreachable', since: now - 3 * minute, problem },
};
const busy: TrayState = {
  ...quiet,
  waiting: 12,
  chats: [
    chat('12', 'Anna & Sons', 61, 'Is the blue one in stock? I would take two of them.'),
    chat('13', 'Ben', 0, 'Hi'),
  ],
};

/** The items' labels and actions, those of submenus after their own. */
function itemsOf(state: TrayState): readonly TrayItem[] {
  return trayMenu(state, now)
    .flatMap((item) => [item, ...(item.submenu ?? [])])
    .filter((item) => item.type !== 'separator');
}
const labelsOf = (state: TrayState): readonly (string | undefined)[] => itemsOf(state).map(({ label }) => label);
const actOf = (state: TrayState, label: string): TrayAction | undefined =>
  itemsOf(state).find((item) => item.label === label)?.action;

describe('the menu', () => {
  it('of a quiet hour', () => {
    expect(labelsOf(quiet)).toEqual([
      'Online',
      'Away',
      'Nobody is waiting',
      'Open Counterbell',
      'Pause notifications',
      'For 1 hour',
      'Until tomorrow morning',
      'Quit',
    ]);
  });

  it('shows who waits, since when, and their first words', () => {
    expect(labelsOf(busy).slice(2, 5)).toEqual([
      'Anna && Sons · 1 h · Is the blue one in stock? I would take…',
      'Ben · now · Hi',
      '10 more',
    ]);
  });

  it('shows problems first', () => {
    expect(labelsOf({ ...quiet, reach: broken, problem: 'the disk is full' }).slice(0, 3)).toEqual([
      'the disk is full',
      'Customers have been unable to reach you since 14:02: chat.example refused the connection',
      'Online',
    ]);
  });

  it('shows whether customers get through, with a link', () => {
    const state = { ...quiet, reach: reachable };
    expect(labelsOf(state).slice(0, 2)).toEqual(['Customers can reach you at chat.example', 'Online']);
    expect(actOf(state, 'Customers can reach you at chat.example')).toEqual({ kind: 'connection' });
  });

  it('offers to resume while paused', () => {
    expect(labelsOf({ ...quiet, pausedUntil: now + 30 * minute })).toContain(
      'Resume notifications (paused until 14:35)',
    );
    expect(labelsOf({ ...quiet, pausedUntil: new Date(2026, 10, 22, 8).getTime() })).toContain(
      'Resume notifications (paused until tomorrow, 08:00)',
    );
  });

  it.each<[string, TrayAction]>([
    ['Away', { kind: 'presence', presence: 'away' }],
    ['Ben · now · Hi', { kind: 'answer', chatId: '13' }],
    ['10 more', { kind: 'console' }],
    ['Open Counterbell', { kind: 'console' }],
    ['For 1 hour', { kind: 'pause', lasts: 'hour' }],
    ['Until tomorrow morning', { kind: 'pause', lasts: 'tomorrow' }],
    ['Quit', { kind: 'quit' }],
  ])('the action of %s: %j', (label, action) => {
    expect(actOf(busy, label)).toEqual(action);
  });
});

it.each<[Partial<TrayState>, string, string]>([
  [{}, 'online', 'Counterbell: nobody is waiting'],
  [{ presence: 'away' }, 'away', 'Counterbell: nobody is waiting, you’re away'],
  [{ waiting: 3 }, 'waiting-3', 'Counterbell: 3 waiting'],
  [{ waiting: 10, presence: 'away' }, 'waiting-many', 'Counterbell: 10 waiting, you’re away'],
  [{ pausedUntil: 5 }, 'online', 'Counterbell: nobody is waiting, notifications paused'],
  [{ waiting: 3, problem: 'the disk is full', reach: broken }, 'problem', 'Counterbell: the disk is full'],
  [{ shop: 'Lamps & more', waiting: 3 }, 'waiting-3', 'Lamps & more: 3 waiting'],
  [{ shop: 'x'.repeat(200) }, 'online', `${'x'.repeat(39)}…: nobody is waiting`],
  [{ waiting: 3, reach: reachable }, 'waiting-3', 'Counterbell: 3 waiting\nCustomers can reach you at chat.example'],
  [
    { waiting: 3, reach: broken },
    'problem',
    'Customers have been unable to reach you since 14:02\nCounterbell: 3 waiting',
  ],
])('the icon of %j is %s', (change, picture, tooltip) => {
  const state = { ...quiet, ...change };
  expect(iconName(state)).toBe(picture);
  expect(trayTooltip(state, now)).toBe(tooltip);
});

it('of a shop that can’t be reached it isn’t known whether somebody waits', () => {
  const state = { ...quiet, shop: 'Chairs', problem: 'Chairs can’t be reached' };
  expect(labelsOf(state).slice(0, 4)).toEqual(['Chairs can’t be reached', 'Online', 'Away', 'Open Counterbell']);
});

it('shows how long somebody has waited', () => {
  expect([0, 1, 59, 60, 23 * 60 + 59, 24 * 60, 72 * 60].map((minutes) => formatWait(0, minutes * minute))).toEqual([
    'now',
    '1 min',
    '59 min',
    '1 h',
    '23 h',
    '1 day',
    '3 days',
  ]);
});

it('nobody waits in a shop where nothing can be done until somebody acts', () => {
  const states: readonly SeatConnection[] = [
    { state: 'connecting' },
    { state: 'connected', hostIsOlder: true },
    { state: 'reconnecting', since: now, why: 'silent' },
    { state: 'removed' },
    { state: 'keyLost' },
    { state: 'hostIsNewer' },
  ];
  expect(states.filter((connection) => isLost({ connection })).map(({ state }) => state)).toEqual([
    'removed',
    'keyLost',
    'hostIsNewer',
  ]);
});
