import { beforeEach, describe, expect, it } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import { MIN_CALL_GAP } from '#shared/domain/call-policy.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import type { Notice, NoticeUse } from './notifications.ts';
import { shareNotifications, type Notifications } from './shared-notifications.ts';

const lamps = { id: `shop-${'1'.repeat(32)}`, name: () => 'Lamps' };
const chairs = { id: `shop-${'2'.repeat(32)}`, name: () => 'Chairs' };
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
  notifications = shareNotifications({
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
    settings: { isThere: () => false, open: async () => undefined },
  });
});
const open = (shop: { readonly id: string; readonly name: (() => string) | undefined }) => {
  const part = notifications.of(shop);
  return { ...part, stop: part.onUse((key, { kind }) => used.push(`${shop.id} ${key} ${kind}`)) };
};

describe('notifications of two shops', () => {
  it('say which in their title, are told apart, and their use reaches the shop they are of', async () => {
    const [first, second] = [open(lamps), open(chairs)];
    await first.presenter.show(notice);
    await second.presenter.show(notice);
    expect(shown.map(({ title }) => title)).toEqual(['Anna · Lamps', 'Anna · Chairs']);
    const [ofLamps = '', ofChairs = ''] = shown.map(({ key }) => key);
    expect(ofLamps).not.toBe(ofChairs);
    use(ofChairs, { kind: 'open' });
    use(ofLamps, { kind: 'answer' });
    expect(used).toEqual([`${chairs.id} chat-12 open`, `${lamps.id} chat-12 answer`]);
    first.presenter.withdraw('chat-12');
    expect(withdrawn).toEqual([ofLamps]);
  });

  it('sound once in ten seconds, whichever shop calls; a bell that rings counts', async () => {
    const [first, second] = [open(lamps), open(chairs)];
    await first.presenter.show(notice);
    await second.presenter.show(notice);
    expect(notifications.maySound()).toBe(false);
    await clock.advance(MIN_CALL_GAP);
    expect(notifications.maySound()).toBe(true);
    await second.presenter.show(notice);
    expect(shown.map(({ sound }) => sound)).toEqual([true, false, false]);
  });

  it('of a shop that was left open the console, unless they are dismissed', async () => {
    const [first] = [open(lamps), open(chairs)];
    await first.presenter.show(notice);
    first.stop();
    use(shown[0]?.key ?? '', { kind: 'dismiss' });
    expect(used).toEqual([]);
    use(shown[0]?.key ?? '', { kind: 'open' });
    expect(used).toEqual(['console']);
  });
});

it('a shop that is alone is not named', async () => {
  await open(lamps).presenter.show(notice);
  expect(shown.map(({ title }) => title)).toEqual(['Anna']);
});

it('the longest key is one that Windows takes', async () => {
  await open(lamps).presenter.show({ ...notice, key: `failed-${'9'.repeat(19)}` });
  expect(shown[0]?.key).toMatch(/^[\w-]{1,64}$/);
});
