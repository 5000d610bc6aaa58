import { parseOutcome } from '#main/channels/replies.ts';
import { tunnelConfig } from '#shared/contract/tunnels.ts';
import type { Channel } from '#shared/domain/entities.ts';
import {
  type ProbeResult,
  type Check,
  type CheckParts,
  failed,
  type Found,
  passed,
  places,
  trustedRoot,
  skipped,
  warning,
} from './check.ts';
import type { ClockReadings } from './computer-checks.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';

/** Nearly the size limit of a message, to detect proxies with a lower limit. */
const KIBIBYTES = 240;

/** A typeout for a customer who does not exist: it is read in full and changes nothing. */
function body(): string {
  const padding = 'x'.repeat(KIBIBYTES * 1024);
  return JSON.stringify({ sender: { id: 'counterbell-check' }, message: { type: 'typeout', padding } });
}

type Parts = Pick<CheckParts, 'exposure' | 'channels' | 'probe'>;

/** Whether bodies arrive complete the way customers' sites send them, in both framings. */
export function bodyChecks(parts: Parts, readings: ClockReadings): readonly Check[] {
  return (['length', 'chunked'] as const).map((framing) => ({
    id: `body.${framing}`,
    title: phrase(`findings:findings.body.${framing}.title`),
    deadline: 12_000,
    run: (signal) => checkFraming(parts, readings, framing, signal),
  }));
}

async function checkFraming(
  { exposure, channels, probe }: Parts,
  readings: ClockReadings,
  framing: Channel['framing'],
  signal: AbortSignal,
): Promise<Found> {
  const { reach, settings } = exposure.view();
  // Windows on websites have no address that such a message could be posted to.
  const channel = channels.list().find(({ kind }) => kind === 'custom');
  if (channel === undefined) return skipped(phrase('findings:findings.body.noChannel'));
  // The address holds a secret, so use it only where a nonce has come back.
  if (reach.state !== 'local' && reach.state !== 'reachable') return skipped(phrase('findings:findings.reachFirst'));
  const isLocal = reach.state === 'local';
  const { message: address } = isLocal ? channels.localAddresses(channel.id) : channels.addresses(channel.id);
  const called = await probe({
    address,
    body: body(),
    framing,
    root: isLocal ? undefined : await trustedRoot(exposure),
    signal,
  });
  const dates = settings.way === 'tunnel' ? tunnelConfig(settings.tunnel).dates : undefined;
  if (dates !== undefined) readings.note(dates, called);
  return evaluate(called, isLocal);
}

function evaluate(called: ProbeResult, isLocal: boolean): Found {
  const end = isLocal ? 'here' : 'text';
  if (!('status' in called)) {
    const code = called.error.message ?? called.error.kind;
    return notForwarded(phrase(`findings:findings.body.lost.${end}`, { code }));
  }
  const { status, text } = called;
  if (parseOutcome(status, text).ok) return passed(phrase(`findings:findings.body.passed.${end}`, { size: KIBIBYTES }));
  if (status === 429)
    return warning({
      what: phrase('findings:findings.body.limited'),
      todo: phrase('findings:findings.again.minute.todo'),
    });
  if (status === 413) return failed(problemOf('findings.body.tooLarge'), places.connection);
  return notForwarded(phrase(`findings:findings.body.status.${end}`, { status }));
}

function notForwarded(detail: Phrase): Found {
  return failed({ what: detail, todo: phrase('findings:findings.body.proxy.todo') }, places.connection);
}
