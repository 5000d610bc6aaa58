import { i18n } from '#renderer/language/i18n.ts';
import type { Finding } from '#shared/contract/doctor.ts';

/** How it came out, in a line. */
export function summaryWords(findings: readonly Pick<Finding, 'state'>[]): string {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  if (failed === 0)
    return warnings === 0
      ? i18n.t('connection:check.summary.good')
      : i18n.t('connection:check.summary.look', { count: warnings });
  return warnings === 0
    ? i18n.t('connection:check.summary.wrong', { count: failed })
    : i18n.t('connection:check.summary.both', { count: failed, look: warnings });
}

const PLACES = [
  ['/settings/channels/', 'channel'],
  ['/settings/channels', 'channels'],
  ['/settings/bots/', 'bot'],
  ['/settings/bots', 'bots'],
  ['/settings/connection', 'connection'],
  ['/settings/computer', 'computer'],
  ['/settings/profile', 'profile'],
  ['/settings/activity', 'activity'],
] as const;

/** What the link to a place in the console says; undefined for what is no place in it. */
export function placeWords(place: string): string | undefined {
  const found = PLACES.find(([prefix]) => place.startsWith(prefix));
  return found && i18n.t(`connection:check.places.${found[1]}`);
}
