import type { Finding } from '#shared/contract/doctor.ts';
import { check } from '#shared/words/en/check.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('check', check);

/** What the check says. */
export const checkWords = {
  title: say('title'),
  back: say('back'),
  lead: say('lead'),
  run: say('run'),
  runAgain: say('runAgain'),
  runFailed: say('runFailed'),
  copy: say('copy'),
  checking: say('checking'),
  never: say('never'),
  neverMore: say('neverMore'),
  states: {
    passed: say('states.passed'),
    warning: say('states.warning'),
    failed: say('states.failed'),
    skipped: say('states.skipped'),
  } satisfies Record<Finding['state'], string>,
  toDo: say('toDo'),
  list: say('list'),
  firstRunWhen: say('firstRunWhen'),
} as const;

/** How it came out, in a line. */
export function summaryWords(findings: readonly Pick<Finding, 'state'>[]): string {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  if (failed === 0) return warnings === 0 ? say('summary.good') : say('summary.look', { count: warnings });
  return warnings === 0
    ? say('summary.wrong', { count: failed })
    : say('summary.both', { count: failed, look: warnings });
}

const PLACES: readonly (readonly [prefix: string, words: string])[] = [
  ['/settings/channels/', say('places.channel')],
  ['/settings/channels', say('places.channels')],
  ['/settings/bots/', say('places.bot')],
  ['/settings/bots', say('places.bots')],
  ['/settings/connection', say('places.connection')],
  ['/settings/computer', say('places.computer')],
  ['/settings/profile', say('places.profile')],
  ['/settings/activity', say('places.activity')],
];

/** What the link to a place in the console says; undefined for what is no place in it. */
export function placeWords(place: string): string | undefined {
  return PLACES.find(([prefix]) => place.startsWith(prefix))?.[1];
}
