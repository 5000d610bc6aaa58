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
  const check = (framing: Channel['framing'], title: Phrase): Check => ({
    id: `body.${framing}`,
    title,
    deadline: 12_000,
    run: (signal) => checkFraming(parts, readings, framing, signal),
  });
  return [
    check('length', phrase('findings:findings.body.length.title')),
    check('chunked', phrase('findings:findings.body.chunked.title')),
  ];
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
  if ('status' in called) {
    if (parseOutcome(called.status, called.text).ok)
      return passed(
        isLocal
          ? phrase('findings:findings.body.passed.here', { size: KIBIBYTES })
          : phrase('findings:findings.body.passed.text', { size: KIBIBYTES }),
      );
    if (called.status === 429)
      return warning({
        what: phrase('findings:findings.body.limited'),
        todo: phrase('findings:findings.again.minute.todo'),
      });
    if (called.status === 413) return failed(problemOf('findings.body.tooLarge'), places.connection);
    const { status } = called;
    return notForwarded(
      isLocal
        ? phrase('findings:findings.body.status.here', { status })
        : phrase('findings:findings.body.status.text', { status }),
    );
  }
  const code = called.error.message ?? called.error.kind;
  return notForwarded(
    isLocal
      ? phrase('findings:findings.body.lost.here', { code })
      : phrase('findings:findings.body.lost.text', { code }),
  );
}

function notForwarded(detail: Phrase): Found {
  return failed({ what: detail, todo: phrase('findings:findings.body.proxy.todo') }, places.connection);
}
