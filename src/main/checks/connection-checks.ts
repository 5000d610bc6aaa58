import { parseOutcome } from '#main/channels/replies.ts';
import { daysLeft, namesOf } from '#main/exposure/own-certificate.ts';
import { sendNonce } from '#main/exposure/reach.ts';
import { tunnelConfig } from '#shared/contract/tunnels.ts';
import { isoDay } from '#shared/locales/dates.ts';
import { channelKindRules } from '#shared/domain/channel-kinds.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';
import {
  check,
  failed,
  passed,
  shakeHands,
  skipped,
  trustedRoot,
  warning,
  type Check,
  type CheckParts,
  type Found,
  type Handshake,
  type ProbeResult,
} from './check.ts';
import type { ClockReadings } from './computer-checks.ts';

/** Checks that the port is ours (a nonce comes back from it), and that the network server is open if it has to be. */
export function listenerCheck({ exposure, makeNonce, ask }: Pick<CheckParts, 'exposure' | 'makeNonce' | 'ask'>): Check {
  return check('listener', 12, async () => {
    const { localUrl, networkProblem } = exposure.view();
    if ((await sendNonce(localUrl, undefined, makeNonce, ask)) !== true)
      return failed(problemOf('findings.listener.silent', { url: localUrl }));
    if (networkProblem !== undefined) return failed(networkProblem);
    return passed(phrase('findings:findings.listener.passed', { url: localUrl }));
  });
}

/** Sends a nonce through the public address and expects it back. */
export function reachCheck({ exposure }: Pick<CheckParts, 'exposure'>): Check {
  return check('reach', 25, async () => {
    const { state, url, problem = problemOf('findings.reach.elsewhere', { url }) } = (await exposure.check()).reach;
    switch (state) {
      case 'local':
        return skipped(phrase('findings:findings.reach.local'));
      case 'reachable':
        return passed(phrase('findings:findings.reach.passed', { url }));
      case 'checking': {
        const todo = phrase('findings:findings.again.minute.todo');
        return warning({ what: phrase('findings:findings.reach.checking', { url }), todo });
      }
      case 'unreachable':
        return failed(problem);
    }
  });
}

/** Days before a certificate expires from which the owner is warned. */
const WARNING_DAYS = 14;
/** Below this many days, the count is shown too. */
const SHOWN_DAYS = 400;

/** Checks that callers who verify certificates reach the public address, and for how much longer. */
export function httpsCheck({ exposure, clock }: Pick<CheckParts, 'exposure' | 'clock'>): Check {
  return check('https', 12, async (signal) => {
    const { reach, settings, certificate } = exposure.view();
    if (settings.way === 'local') return skipped(phrase('findings:findings.https.local'));
    const url = new URL(reach.url);
    if (url.protocol === 'http:') {
      const plain = problemOf('findings.https.plain');
      const todo = settings.way === 'lan' ? phrase('findings:findings.https.plain.network.todo') : plain.todo;
      return warning({ ...plain, todo });
    }
    if (reach.state !== 'reachable') return skipped(phrase('findings:findings.reachFirst'));
    const seen = await shakeHands(url, signal, await trustedRoot(exposure));
    if ('code' in seen) return failed(problemOf('findings.https.none', { host: url.host, code: seen.code }));
    return evaluateCertificate(seen, url.host, clock.wall(), certificate?.made === true && settings.way === 'lan');
  });
}

function evaluateCertificate({ certificate, problem }: Handshake, host: string, now: number, isMade: boolean): Found {
  const [common] = /(?<=^CN=).+$/m.exec(certificate.subject) ?? [];
  const listed = namesOf(certificate);
  const names = listed.length === 0 && common !== undefined ? [common] : listed;
  const validTo = Date.parse(certificate.validTo);
  const days = daysLeft(validTo, now);
  const until = isoDay(validTo, 'UTC');
  if (problem === 'CERT_HAS_EXPIRED') return failed(problemOf('findings.https.ended', { host, day: until }));
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const what =
      names.length === 0
        ? phrase('findings:findings.https.otherName', { host })
        : phrase('findings:findings.https.names.text', { names: names.join(', '), host });
    return failed({ what, todo: phrase('findings:findings.https.names.todo') });
  }
  if (problem !== undefined) return failed(problemOf('findings.https.untrusted', { host, code: problem }));
  if (days < WARNING_DAYS) return warning(problemOf('findings.https.ends', { host, count: days, day: until }));
  return passed(validity(names.join(', '), until, days < SHOWN_DAYS ? days : undefined, isMade));
}

function validity(names: string, day: string, days: number | undefined, isMade: boolean): Phrase {
  const by = isMade ? 'Made' : '';
  return days === undefined
    ? phrase(`findings:findings.https.passed${by}`, { names, day })
    : phrase(`findings:findings.https.passedMore${by}`, { names, day, days });
}

/** Nearly the size limit of a message, to detect proxies with a lower limit. */
const KIBIBYTES = 240;

type Parts = Pick<CheckParts, 'exposure' | 'channels' | 'probe'>;

/** Checks that bodies arrive complete the way customers' sites send them, in both framings. */
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
  framing: 'length' | 'chunked',
  signal: AbortSignal,
): Promise<Found> {
  const { reach, settings } = exposure.view();
  const channel = channels.list().find(({ kind }) => channelKindRules[kind].hasAddress);
  if (channel === undefined) return skipped(phrase('findings:findings.body.noChannel'));
  // The address holds a secret, so use it only where a nonce has come back.
  if (reach.state !== 'local' && reach.state !== 'reachable') return skipped(phrase('findings:findings.reachFirst'));
  const isLocal = reach.state === 'local';
  const { message: address } = isLocal ? channels.localAddresses(channel.id) : channels.addresses(channel.id);
  const padding = 'x'.repeat(KIBIBYTES * 1024);
  const called = await probe({
    address,
    // A typeout for a customer who does not exist: it is read in full and changes nothing.
    body: JSON.stringify({ sender: { id: 'counterbell-check' }, message: { type: 'typeout', padding } }),
    framing,
    root: isLocal ? undefined : await trustedRoot(exposure),
    signal,
  });
  const dates = settings.way === 'tunnel' ? tunnelConfig(settings.tunnel).dates : undefined;
  if (dates !== undefined) readings.note(dates, called);
  return evaluateBody(called, isLocal);
}

function evaluateBody(called: ProbeResult, isLocal: boolean): Found {
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
  if (status === 413) return failed(problemOf('findings.body.tooLarge'));
  return notForwarded(phrase(`findings:findings.body.status.${end}`, { status }));
}

function notForwarded(detail: Phrase): Found {
  return failed({ what: detail, todo: phrase('findings:findings.body.proxy.todo') });
}
