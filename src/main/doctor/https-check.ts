import { failed, passed, places, skipped, warning, type Check, type Found } from './check.ts';
import type { CheckParts } from './parts.ts';
import { rootOf } from './public-side.ts';
import { lookAtCertificate, type SeenCertificate } from './seen-certificate.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days before a certificate's end from which the owner is warned. */
const WARNED_AHEAD = 14;
/** Fewer than so many are said in days too. */
const SAID_AHEAD = 400;

/** Whether a caller who verifies certificates gets through to the public address, and for how long still. */
export function httpsCheck({ exposure, clock }: Pick<CheckParts, 'exposure' | 'clock'>): Check {
  return {
    id: 'https',
    title: 'HTTPS',
    deadline: 12_000,
    look: async (signal) => {
      const { reach, settings } = exposure.view();
      if (settings.way === 'local') return skipped('Only this computer reaches it, where HTTPS adds nothing');
      const url = new URL(reach.url);
      if (url.protocol === 'http:') return plain(settings.way);
      if (reach.state !== 'reachable') return skipped('Customers’ sites cannot reach it yet; look at that first');
      const seen = await lookAtCertificate(url, await rootOf(exposure), signal);
      if ('code' in seen)
        return failed(
          `${url.host} does not speak HTTPS (${seen.code})`,
          'Check the address and its port.',
          places.connection,
        );
      return judged(seen, url.host, clock.wall(), exposure.view().certificate?.made === true && settings.way === 'lan');
    },
  };
}

function plain(way: 'lan' | 'own' | 'tunnel'): Found {
  const todo =
    way === 'lan'
      ? 'Switch HTTPS on in Settings > Connection, unless everybody in this network may read along.'
      : 'Use an address that starts with https://.';
  return warning(
    'Messages travel readable for everybody on the way: the address starts with http://',
    todo,
    places.connection,
  );
}

function judged({ names, validTo, problem }: SeenCertificate, host: string, now: number, isMade: boolean): Found {
  const days = Math.floor((validTo - now) / DAY);
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (problem === 'CERT_HAS_EXPIRED')
    return failed(
      `The certificate of ${host} ended on ${until}`,
      'Renew it where HTTPS is answered.',
      places.connection,
    );
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return failed(
      names.length === 0
        ? `The certificate is for another name, not for ${host}`
        : `The certificate is for ${names.join(', ')}, not for ${host}`,
      'Get one that names this address.',
      places.connection,
    );
  if (problem !== undefined)
    return failed(
      `Callers do not believe the certificate of ${host} (${problem})`,
      'Install the whole chain, from an authority that callers know.',
      places.connection,
    );
  if (days < WARNED_AHEAD)
    return warning(
      days === 1
        ? `The certificate of ${host} ends in ${days} day, on ${until}`
        : `The certificate of ${host} ends in ${days} days, on ${until}`,
      'Renew it before then.',
      places.connection,
    );
  return passed(validWords(names.join(', '), until, days < SAID_AHEAD ? days : undefined, isMade));
}

function validWords(names: string, until: string, days: number | undefined, isMade: boolean): string {
  if (days === undefined)
    return isMade
      ? `The certificate for ${names} is valid until ${until}. It is signed here, so callers must know the root certificate.`
      : `The certificate for ${names} is valid until ${until}.`;
  return isMade
    ? `The certificate for ${names} is valid until ${until}, ${days} more days. It is signed here, so callers must know the root certificate.`
    : `The certificate for ${names} is valid until ${until}, ${days} more days.`;
}
