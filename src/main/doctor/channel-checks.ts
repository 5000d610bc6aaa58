import { judge } from '#main/channels/outbound.ts';
import { addressBelow, ENDPOINT_PHRASES, endpointProblem } from '#shared/domain/endpoint.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { renderTyping } from '#shared/protocol/agent-message.ts';
import type { Called } from './call.ts';
import { failed, passed, places, skipped, type Check, type Found } from './check.ts';
import type { ClockReadings } from './clock-check.ts';
import { endpointFault } from './endpoint-fault.ts';
import type { CheckParts } from './parts.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The end of typing, for a customer whom the other side cannot know: the one message that shows nothing to anybody. */
const BODY = renderTyping(JSON.stringify('counterbell-check'), { name: 'Counterbell' }, 'typeout');
/** Milliseconds, as an attempt at a reply has them. */
const PATIENCE = 3000;

type Parts = Pick<CheckParts, 'channels' | 'call' | 'journal' | 'clock' | 'exposure'>;

/** Whether each channel's endpoint answers as it must answer replies. */
export function channelChecks(parts: Parts, readings: ClockReadings): readonly Check[] {
  return parts.channels.list().map((channel) => ({
    id: `channel.${channel.id}`,
    title: phrase('findings:findings.channel.title', { name: channel.name }),
    deadline: PATIENCE + 1000,
    look: (signal) => look(parts, readings, channel, signal),
  }));
}

async function look(
  { call, journal, clock, exposure }: Parts,
  readings: ClockReadings,
  channel: Channel,
  signal: AbortSignal,
): Promise<Found> {
  const { id, endpoint, allowPlainHttp, publicId, framing } = channel;
  const place = places.channel(id);
  if (endpoint === null) return skipped(phrase('findings:findings.channel.noAddress'), place);
  const problem = endpointProblem(endpoint, allowPlainHttp);
  if (problem !== undefined)
    return failed(ENDPOINT_PHRASES[problem], phrase('findings:findings.channel.address.todo'), place);
  const deadline = new AbortController();
  const callOff = clock.after(PATIENCE, () => deadline.abort());
  const called = await call({
    address: addressBelow(endpoint, publicId),
    body: BODY,
    framing,
    signal: AbortSignal.any([signal, deadline.signal]),
  }).finally(callOff);
  const { host, hostname } = new URL(endpoint);
  if (isElsewhere(hostname, exposure.view().addresses)) readings.note(host, called);
  const found = judged(called, host, place);
  journal.add({
    at: clock.wall(),
    direction: 'out',
    channelId: id,
    kind: 'typeout',
    status: 'status' in called ? called.status : undefined,
    outcome: found.state === 'passed' ? 'delivered' : 'failed',
    notes: [phrase('journal:byCheck')],
    took: 'took' in called ? called.took : PATIENCE,
    size: Buffer.byteLength(BODY),
  });
  return found;
}

function judged(called: Called, host: string, place: string): Found {
  const verdict = 'error' in called ? { ok: false as const, error: called.error } : judge(called.status, called.text);
  const took = 'took' in called ? Math.round(called.took) : 0;
  if (verdict.ok) return passed(phrase('findings:findings.channel.passed', { host, took }));
  const { error } = verdict;
  // An error object under status 200 is one of the two valid answers; nobody can know this customer.
  if (error.kind === 'refused' && error.status === undefined) {
    return passed(phrase('findings:findings.channel.passedUnknown', { host, took }));
  }
  return endpointFault(error, host, { side: 'channel', place });
}

/** Not this computer, whose clock would be compared with itself. */
function isElsewhere(hostname: string, own: readonly { readonly address: string }[]): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const isLoopback =
    address === 'localhost' || address.endsWith('.localhost') || address === '::1' || address.startsWith('127.');
  return !isLoopback && !own.some((each) => each.address === address);
}
