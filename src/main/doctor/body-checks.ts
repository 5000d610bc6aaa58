import { judge } from '#main/channels/outbound.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { Called } from './call.ts';
import { failed, passed, places, skipped, warning, type Check, type Found } from './check.ts';
import type { ClockReadings } from './clock-check.ts';
import type { CheckParts } from './parts.ts';
import { rootOf } from './public-side.ts';

/** Nearly as large as a message may be: a proxy that takes less is found out. */
const PADDING = 'x'.repeat(240 * 1024);
/** The end of typing of a customer who does not exist: it is read whole, and changes nothing. */
const BODY = JSON.stringify({ sender: { id: 'counterbell-check' }, message: { type: 'typeout', padding: PADDING } });

const KIBIBYTES = Math.round(BODY.length / 1024);

type Parts = Pick<CheckParts, 'exposure' | 'channels' | 'call'>;

/** Whether bodies arrive whole the way that customers' sites send them, in both framings. */
export function bodyChecks(parts: Parts, readings: ClockReadings): readonly Check[] {
  const check = (framing: Channel['framing'], title: string): Check => ({
    id: `body.${framing}`,
    title,
    deadline: 12_000,
    look: (signal) => look(parts, readings, framing, signal),
  });
  return [check('length', 'Messages with Content-Length arrive'), check('chunked', 'Messages in chunks arrive')];
}

async function look(
  { exposure, channels, call }: Parts,
  readings: ClockReadings,
  framing: Channel['framing'],
  signal: AbortSignal,
): Promise<Found> {
  const { reach, settings } = exposure.view();
  const [channel] = channels.list();
  if (channel === undefined) return skipped('There is no channel yet to send one to');
  // Its address holds a secret, which may go only where a nonce has come back from.
  if (reach.state !== 'local' && reach.state !== 'reachable')
    return skipped('Customers’ sites cannot reach it yet; look at that first');
  const isLocal = reach.state === 'local';
  const { message: address } = isLocal ? channels.localAddresses(channel.id) : channels.addresses(channel.id);
  const called = await call({
    address,
    body: BODY,
    framing,
    root: isLocal ? undefined : await rootOf(exposure),
    signal,
  });
  if (settings.way === 'tunnel' && settings.tunnel.kind === 'cloudflare') readings.note('Cloudflare', called);
  return judged(called, isLocal);
}

function judged(called: Called, isLocal: boolean): Found {
  if ('status' in called) {
    if (judge(called.status, called.text).ok)
      return passed(
        isLocal
          ? `A typing notice of ${KIBIBYTES} KiB arrived whole, from this computer`
          : `A typing notice of ${KIBIBYTES} KiB arrived whole, through the public address`,
      );
    if (called.status === 429) return warning('It was held back by the limit of requests', 'Check again in a minute.');
    if (called.status === 413)
      return failed(
        'Something on the way takes smaller bodies than Counterbell (413)',
        'Let the proxy take bodies of at least 256 KiB.',
        places.connection,
      );
    const { status } = called;
    return passesOnNot(
      isLocal
        ? `A typing notice sent from this computer was answered with ${status}`
        : `A typing notice sent through the public address was answered with ${status}`,
    );
  }
  const code = called.error.message ?? called.error.kind;
  return passesOnNot(
    isLocal
      ? `A typing notice sent from this computer did not arrive (${code})`
      : `A typing notice sent through the public address did not arrive (${code})`,
  );
}

function passesOnNot(detail: string): Found {
  return failed(detail, 'Look at the proxy or tunnel: it must pass bodies on as they are.', places.connection);
}
