import { describe, expect, it } from 'vitest';
import type { Finding } from '#shared/contract/connection.ts';
import { checkReport, placeLabel, summaryText, type LocalizedFinding } from './findings.tsx';
import type { Reached } from './reach.tsx';
const findings: readonly LocalizedFinding[] = [
  { id: 'port', title: 'Listener', state: 'passed', detail: 'It answers' },
  {
    id: 'reach',
    title: 'Reachable',
    state: 'failed',
    detail: 'It doesn’t answer',
    todo: 'Check the firewall',
    place: '/settings/connection',
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

  it('summarizes the effect on customers first, then the number of findings', () => {
    const of = (reached: Reached, ...states: Finding['state'][]) =>
      summaryText(
        states.map((state) => ({ state })),
        reached,
      );
    expect(of('local', 'passed', 'skipped')).toBe('Works on this computer. Customers can’t reach you yet.');
    expect(of('reachable', 'passed')).toBe('Customers can reach you.');
    expect(of('reachable', 'failed', 'warning', 'warning')).toBe(
      'Customers can reach you. 1 problem found, 2 worth a look.',
    );
    expect(of('unreachable', 'failed', 'failed')).toBe('Customers can’t reach you. 2 problems found.');
    expect(of('network', 'warning')).toBe('Devices on your network can reach you. 1 thing is worth a look.');
    expect(of(undefined, 'passed')).toBe('It isn’t known yet whether customers can reach you.');
  });

  it('links only to places in the console', () => {
    expect(placeLabel('/settings/channels/12')).toBe('Open the channel');
    expect(placeLabel('/settings/channels')).toBe('Open Channels');
    expect(placeLabel('https://evil.example')).toBeUndefined();
  });
});
