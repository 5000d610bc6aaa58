import {
  check,
  failed,
  passed,
  places,
  skipped,
  warning,
  type Handshake,
  shakeHands,
  trustedRoot,
  type Check,
  type Found,
  type CheckParts,
} from './check.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';
import { daysLeft, namesOf } from '#main/exposure/own-certificate.ts';

/** Days before a certificate expires from which the owner is warned. */
const WARNING_DAYS = 14;
/** Below this many days, the count is shown too. */
const SHOWN_DAYS = 400;

/** Whether callers who verify certificates reach the public address, and for how much longer. */
export function httpsCheck({ exposure, clock }: Pick<CheckParts, 'exposure' | 'clock'>): Check {
  return check('https', 12, async (signal) => {
    const { reach, settings, certificate } = exposure.view();
    if (settings.way === 'local') return skipped(phrase('findings:findings.https.local'));
    const url = new URL(reach.url);
    if (url.protocol === 'http:') return plain(settings.way);
    if (reach.state !== 'reachable') return skipped(phrase('findings:findings.reachFirst'));
    const seen = await shakeHands(url, signal, await trustedRoot(exposure));
    if ('code' in seen)
      return failed(problemOf('findings.https.none', { host: url.host, code: seen.code }), places.connection);
    return evaluate(seen, url.host, clock.wall(), certificate?.made === true && settings.way === 'lan');
  });
}

function plain(way: 'lan' | 'own' | 'tunnel'): Found {
  const todo =
    way === 'lan' ? phrase('findings:findings.https.plain.network.todo') : phrase('findings:findings.https.plain.todo');
  return warning({ what: phrase('findings:findings.https.plain.text'), todo: todo }, places.connection);
}

function evaluate({ certificate, problem }: Handshake, host: string, now: number, isMade: boolean): Found {
  const [common] = /(?<=^CN=).+$/m.exec(certificate.subject) ?? [];
  const listed = namesOf(certificate);
  const names = listed.length === 0 && common !== undefined ? [common] : listed;
  const validTo = Date.parse(certificate.validTo);
  const days = daysLeft(validTo, now);
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (problem === 'CERT_HAS_EXPIRED')
    return failed(problemOf('findings.https.ended', { host, day: until }), places.connection);
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return failed(
      {
        what:
          names.length === 0
            ? phrase('findings:findings.https.otherName', { host })
            : phrase('findings:findings.https.names.text', { names: names.join(', '), host }),
        todo: phrase('findings:findings.https.names.todo'),
      },
      places.connection,
    );
  if (problem !== undefined)
    return failed(problemOf('findings.https.untrusted', { host, code: problem }), places.connection);
  if (days < WARNING_DAYS)
    return warning(problemOf('findings.https.ends', { host, count: days, day: until }), places.connection);
  return passed(validity(names.join(', '), until, days < SHOWN_DAYS ? days : undefined, isMade));
}

function validity(names: string, day: string, days: number | undefined, isMade: boolean): Phrase {
  const by = isMade ? 'Made' : '';
  return days === undefined
    ? phrase(`findings:findings.https.passed${by}`, { names, day })
    : phrase(`findings:findings.https.passedMore${by}`, { names, day, days });
}
