import { describe, expect, it } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import type { Finding } from '#shared/contract/connection.ts';
import { checkReport, desktopFindings, linkLabel, summaryText, type LocalizedFinding } from './checks.tsx';

const findings: readonly LocalizedFinding[] = [
  { id: 'port', title: 'Listener', state: 'passed', detail: 'It answers' },
  {
    id: 'reach',
    title: 'Reachable',
    state: 'failed',
    detail: 'It doesn’t answer',
    todo: 'Check the firewall',
    path: '/settings/connection',
  },
];

describe('the report of a check', () => {
  it('has a line for each finding, with what to do', () => {
    expect(checkReport(new Date(2026, 10, 21, 14, 5, 9).getTime(), '1.2.3', findings)).toBe(
      [
        'Counterbell 1.2.3, checked Saturday, 21 November 2026, 14:05',
        '',
        '[Passed] Listener: It answers',
        '[Problem] Reachable: It doesn’t answer',
        '    What to do: Check the firewall.',
        '',
      ].join('\n'),
    );
  });

  it('counts what there is to do', () => {
    const of = (...states: Finding['state'][]) => summaryText(states.map((state) => ({ state })));
    expect(of('passed', 'skipped')).toBe('No problems found.');
    expect(of('failed', 'warning', 'warning')).toBe('1 problem found, 2 worth a look.');
    expect(of('failed', 'failed')).toBe('2 problems found.');
    expect(of('warning', 'passed')).toBe('1 thing is worth a look.');
  });

  it('links only to places in the console', () => {
    expect(linkLabel('/settings/channels/12')).toBe('Open the channel');
    expect(linkLabel('/settings/channels')).toBe('Open Channels');
    expect(linkLabel('https://evil.example')).toBeUndefined();
  });
});

const preferences = desktopPreferences.parse({});
const states = (change: Partial<typeof preferences>, isPaused = false) =>
  desktopFindings({ preferences: { ...preferences, ...change } }, { isPaused }).map(({ id, state }) => [id, state]);
const { notifications } = preferences;
const silent = { ...notifications, newChat: false, ownChat: false, askedForPerson: false, failedReply: false };

it('checks notifications and the start at login in the desktop app', () => {
  expect(states({ startAtLogin: true })).toEqual([
    ['desktop.notifications', 'passed'],
    ['desktop.login', 'passed'],
  ]);
  expect(states({})[1]).toEqual(['desktop.login', 'warning']);
});

it('warns if notifications are paused, or off for new chats', () => {
  expect(states({}, true)[0]).toEqual(['desktop.notifications', 'warning']);
  expect(states({ notifications: silent })[0]).toEqual(['desktop.notifications', 'warning']);
  expect(states({ notifications: { ...silent, ownChat: true } })[0]).toEqual(['desktop.notifications', 'warning']);
});
