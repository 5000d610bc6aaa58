import { failed, passed, places, skipped, warning, counted, type Check, type Found } from './check.ts';
import type { CheckParts } from './parts.ts';
import { rootOf } from './public-side.ts';
import { lookAtCertificate, type SeenCertificate } from './seen-certificate.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days before a certificate's end from which the owner is warned. */
const WARNED_AHEAD = 14;

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
      if ('code' in seen) return failed(`${url.host} does not speak HTTPS (${seen.code})`, 'Check the address and its port.', places.connection);
      return judged(seen, url.host, clock.wall(), exposure.view().certificate?.made === true && settings.way === 'lan');
    },
  };
}

function plain(way: 'lan' | 'own' | 'tunnel'): Found {
  const todo = way === 'lan' ? 'Switch HTTPS on in Settings > Connection, unless everybody in this network may read along.' : 'Use an address that starts with https://.';
  return warning('Messages travel readable for everybody on the way: the address starts with http://', todo, places.connection);
}

function judged({ names, validTo, problem }: SeenCertificate, host: string, now: number, isMade: boolean): Found {
  const days = Math.floor((validTo - now) / DAY);
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (problem === 'CERT_HAS_EXPIRED') return failed(`The certificate of ${host} ended on ${until}`, 'Renew it where HTTPS is answered.', places.connection);
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') return failed(`The certificate is for ${names.join(', ') || 'another name'}, not for ${host}`, 'Get one that names this address.', places.connection);
  if (problem !== undefined) return failed(`Callers do not believe the certificate of ${host} (${problem})`, 'Install the whole chain, from an authority that callers know.', places.connection);
  if (days < WARNED_AHEAD) return warning(`The certificate of ${host} ends in ${counted(days, 'day', 'days')}, on ${until}`, 'Renew it before then.', places.connection);
  const signer = isMade ? ' It is signed here, so callers must know the root certificate.' : '';
  const more = days < 400 ? `, ${days} more days` : '';
  return passed(`The certificate for ${names.join(', ')} is valid until ${until}${more}.${signer}`);
}
