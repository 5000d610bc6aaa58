import { failed, passed, places, skipped, warning, type Check, type Found } from './check.ts';
import type { CheckParts } from './parts.ts';
import { rootOf } from './public-side.ts';
import { lookAtCertificate, type SeenCertificate } from './seen-certificate.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days before a certificate's end from which the owner is warned. */
const WARNED_AHEAD = 14;
/** Fewer than so many are said in days too. */
const SAID_AHEAD = 400;

/** Whether a caller who verifies certificates gets through to the public address, and for how long still. */
export function httpsCheck({ exposure, clock }: Pick<CheckParts, 'exposure' | 'clock'>): Check {
  return {
    id: 'https',
    title: phrase('findings:findings.https.title'),
    deadline: 12_000,
    look: async (signal) => {
      const { reach, settings } = exposure.view();
      if (settings.way === 'local') return skipped(phrase('findings:findings.https.local'));
      const url = new URL(reach.url);
      if (url.protocol === 'http:') return plain(settings.way);
      if (reach.state !== 'reachable') return skipped(phrase('findings:findings.reachFirst'));
      const seen = await lookAtCertificate(url, await rootOf(exposure), signal);
      if ('code' in seen)
        return failed(
          phrase('findings:findings.https.none.text', { host: url.host, code: seen.code }),
          phrase('findings:findings.https.none.todo'),
          places.connection,
        );
      return judged(seen, url.host, clock.wall(), exposure.view().certificate?.made === true && settings.way === 'lan');
    },
  };
}

function plain(way: 'lan' | 'own' | 'tunnel'): Found {
  const todo =
    way === 'lan' ? phrase('findings:findings.https.plain.network.todo') : phrase('findings:findings.https.plain.todo');
  return warning(phrase('findings:findings.https.plain.text'), todo, places.connection);
}

function judged({ names, validTo, problem }: SeenCertificate, host: string, now: number, isMade: boolean): Found {
  const days = Math.floor((validTo - now) / DAY);
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (problem === 'CERT_HAS_EXPIRED')
    return failed(
      phrase('findings:findings.https.ended.text', { host, day: until }),
      phrase('findings:findings.https.ended.todo'),
      places.connection,
    );
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return failed(
      names.length === 0
        ? phrase('findings:findings.https.otherName', { host })
        : phrase('findings:findings.https.names.text', { names: names.join(', '), host }),
      phrase('findings:findings.https.names.todo'),
      places.connection,
    );
  if (problem !== undefined)
    return failed(
      phrase('findings:findings.https.untrusted.text', { host, code: problem }),
      phrase('findings:findings.https.untrusted.todo'),
      places.connection,
    );
  if (days < WARNED_AHEAD)
    return warning(
      phrase('findings:findings.https.ends.text', { host, count: days, day: until }),
      phrase('findings:findings.https.ends.todo'),
      places.connection,
    );
  return passed(validity(names.join(', '), until, days < SAID_AHEAD ? days : undefined, isMade));
}

function validity(names: string, until: string, days: number | undefined, isMade: boolean): Phrase {
  if (days === undefined)
    return isMade
      ? phrase('findings:findings.https.passedMade', { names, day: until })
      : phrase('findings:findings.https.passed', { names, day: until });
  return isMade
    ? phrase('findings:findings.https.passedMoreMade', { names, day: until, days })
    : phrase('findings:findings.https.passedMore', { names, day: until, days });
}
