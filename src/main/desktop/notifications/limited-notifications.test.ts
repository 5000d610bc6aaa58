import { beforeEach, expect, it } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import { MIN_CALL_GAP } from '#shared/domain/call-policy.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import type { Notice, NoticeUse } from './notice.ts';
import { limitNotifications, type Notifications } from './limited-notifications.ts';

const host = `shop-${'1'.repeat(32)}`;
const notice: Notice = { key: 'chat-12', title: 'Anna', body: 'Hello', sound: true, answerable: true };

let clock: FakeClock;
let shown: Notice[];
let withdrawn: string[];
let used: string[];
let use: (key: string, use: NoticeUse) => void;
let notifications: Notifications;
beforeEach(() => {
  clock = createFakeClock();
  shown = [];
  withdrawn = [];
  used = [];
  const preferences = desktopPreferences.parse({});
  notifications = limitNotifications({
    host,
    preferences: { current: () => preferences, change: () => undefined, onChange: () => () => undefined },
    showConsole: () => used.push('console'),
    clock,
    present: ({ onUse }) => {
      use = onUse;
      return {
        show: async (each) => {
          shown.push(each);
          return { shown: true };
        },
        withdraw: (key) => withdrawn.push(key),
        isSilenced: async () => false,
        stop: async () => undefined,
      };
    },
  });
});

it('what is used is told by its own key, and notices sound once in ten seconds; a bell that rings counts', async () => {
  const { presenter, onUse, maySound } = notifications;
  const stop = onUse((key, { kind }) => used.push(`${key} ${kind}`));
  await presenter.show(notice);
  const [key = ''] = shown.map((each) => each.key);
  use(key, { kind: 'open' });
  expect(used).toEqual(['chat-12 open']);
  presenter.withdraw('chat-12');
  expect(withdrawn).toEqual([key]);
  await presenter.show(notice);
  expect(maySound()).toBe(false);
  await clock.advance(MIN_CALL_GAP);
  expect(maySound()).toBe(true);
  await presenter.show(notice);
  expect(shown.map(({ sound }) => sound)).toEqual([true, false, false]);
  stop();
});

it('one of a shop that was left opens the console and replies nothing here, unless it is dismissed', () => {
  notifications.onUse((key, { kind }) => used.push(`${key} ${kind}`));
  const left = `shop-${'2'.repeat(32)}_chat-12`;
  use(left, { kind: 'dismiss' });
  expect(used).toEqual([]);
  use(left, { kind: 'reply', text: 'Yes' });
  expect(used).toEqual(['console']);
});

it('the longest key is one that Windows takes', async () => {
  await notifications.presenter.show({ ...notice, key: `failed-${'9'.repeat(19)}` });
  expect(shown[0]?.key).toMatch(/^[\w-]{1,64}$/);
});
