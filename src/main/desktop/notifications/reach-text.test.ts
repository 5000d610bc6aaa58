import { expect, it } from 'vitest';
import { connectionSettings, type Reach } from '#shared/contract/connection.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { brokenText, movedText, reachLine, type ReachSnapshot, snapshotOf } from './reach.ts';

const now = new Date(2026, 10, 21, 14, 8).getTime();
const since = new Date(2026, 10, 21, 14, 5).getTime();
const url = 'https://chat.example';
const problem = {
  what: phrase('findings:reach.tunnel.lost.text'),
  todo: phrase('findings:reach.tunnel.lost.todo'),
};
const seen = (reach: Partial<Reach>, way: ReachSnapshot['way'] = 'tunnel'): ReachSnapshot => ({
  way,
  reach: { state: 'reachable', url, since, ...reach },
  formerUrl: undefined,
});
const broken = seen({ state: 'unreachable', problem });

it.each<[ReachSnapshot, string]>([
  [seen({ state: 'local' }, 'local'), 'Only this computer can reach Counterbell'],
  [seen({ state: 'checking' }), 'Checking whether customers can reach you…'],
  [seen({}), 'Customers can reach you at chat.example'],
  [broken, 'Customers have been unable to reach you since 14:05: The tunnel lost its connection'],
  [
    seen({ state: 'unreachable', since: new Date(2026, 10, 3, 9, 7).getTime() }),
    'Customers have been unable to reach you since 3 Nov 09:07',
  ],
  [seen({ state: 'checking' }, 'lan'), 'Checking whether your network can reach you…'],
  [seen({ url: 'http://192.168.1.20:8790' }, 'lan'), 'Your network can reach you at 192.168.1.20:8790'],
  [seen({ state: 'unreachable' }, 'lan'), 'Your network has been unable to reach you since 14:05'],
  [{ ...seen({ state: 'local' }, 'local'), websites: 'open' }, 'Customers can write through your website'],
  [{ ...seen({}), websites: 'unfetched' }, 'Your website can’t be reached: messages wait there'],
])('shows %j as: %s', (what, words) => {
  expect(reachLine(what, now)).toBe(words);
});

it('names the problem and the remedy in a notification', () => {
  expect(brokenText(broken)).toEqual({
    title: 'Customers can’t reach you',
    body: 'The tunnel lost its connection. Check the internet connection. Counterbell keeps trying.',
  });
  expect(movedText(url, 'https://old.example').body).toBe(
    'Websites, apps and bots that use https://old.example need the new addresses: https://chat.example',
  );
});

it('shows the problem that the console shows first', () => {
  const view = {
    settings: connectionSettings.parse({ way: 'lan' }),
    reach: { state: 'unreachable', url, since } as const,
    tunnel: { state: 'off' } as const,
    networkProblem: problem,
  };
  expect(reachLine(snapshotOf(view), now)).toBe(
    'Your network has been unable to reach you since 14:05: The tunnel lost its connection',
  );
});

it('says what the websites say where there is no other address', () => {
  const view = {
    settings: connectionSettings.parse({ way: 'local' }),
    reach: { state: 'local', url, since } as const,
    tunnel: { state: 'off' } as const,
  };
  const website = { channelId: '1', url: 'https://shop.example/counterbell', since } as const;
  expect(reachLine(snapshotOf(view, { letterboxes: [{ ...website, state: 'open' }] }), now)).toBe(
    'Customers can write through your website',
  );
});
