import type { Finding } from '#shared/contract/doctor.ts';

/** What the check says. */
export const checkWords = {
  title: 'Check',
  back: 'Connection',
  lead: 'Looks at everything between a customer and you. It takes up to half a minute, and sends each channel’s reply address a typing notice and each bot a test message.',
  run: 'Check now',
  runAgain: 'Check again',
  runFailed: 'The check could not be run.',
  copy: 'Copy report',
  checking: 'Looking…',
  never: 'Not checked yet.',
  neverMore: 'Check now, before the first customer does.',
  states: { passed: 'Passed', warning: 'Look at this', failed: 'Wrong', skipped: 'Not looked at' } satisfies Record<Finding['state'], string>,
  toDo: 'To do:',
  list: 'What was found',
  firstRunWhen: 'Nothing is connected yet, so some lines are for later. The check stays in Settings, under Connection.',
} as const;

/** How it came out, in a line. */
export function summaryWords(findings: readonly Pick<Finding, 'state'>[]): string {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  if (failed === 0 && warnings === 0) return 'Everything is as it should be.';
  const parts = [failed > 0 && `${failed} ${failed === 1 ? 'thing is' : 'things are'} wrong`, warnings > 0 && `${warnings} to look at`];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

const PLACES: readonly (readonly [prefix: string, words: string])[] = [
  ['/settings/channels/', 'Open the channel'],
  ['/settings/channels', 'Open Channels'],
  ['/settings/bots/', 'Open the bot'],
  ['/settings/bots', 'Open Bots'],
  ['/settings/connection', 'Open Connection'],
  ['/settings/computer', 'Open This computer'],
  ['/settings/profile', 'Open Profile'],
  ['/settings/activity', 'Open Activity'],
];

/** What the link to a place in the console says; undefined for what is no place in it. */
export function placeWords(place: string): string | undefined {
  return PLACES.find(([prefix]) => place.startsWith(prefix))?.[1];
}
