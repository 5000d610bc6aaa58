import { judge } from '#main/channels/outbound.ts';
import { addressBelow, endpointProblem, endpointProblemWords } from '#shared/domain/endpoint.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { renderTyping } from '#shared/protocol/agent-message.ts';
import type { Called } from './call.ts';
import { failed, passed, places, skipped, type Check, type Found } from './check.ts';
import type { ClockReadings } from './clock-check.ts';
import { endpointFault } from './endpoint-fault.ts';
import type { CheckParts } from './parts.ts';

/** The end of typing, for a customer whom the other side cannot know: the one message that shows nothing to anybody. */
const BODY = renderTyping(JSON.stringify('counterbell-check'), { name: 'Counterbell' }, 'typeout');
/** Milliseconds, as an attempt at a reply has them. */
const PATIENCE = 3000;

type Parts = Pick<CheckParts, 'channels' | 'call' | 'journal' | 'clock' | 'exposure'>;

/** Whether each channel's endpoint answers as it must answer replies. */
export function channelChecks(parts: Parts, readings: ClockReadings): readonly Check[] {
  return parts.channels.list().map((channel) => ({
    id: `channel.${channel.id}`,
    title: `Replies of “${channel.name}”`,
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
  if (endpoint === null)
    return skipped('No address for replies is entered yet: the built-in test customer gets them', place);
  const problem = endpointProblem(endpoint, allowPlainHttp);
  if (problem !== undefined) return failed(endpointProblemWords(problem), 'Correct the reply address.', place);
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
    notes: ['Sent by the check'],
    took: 'took' in called ? called.took : PATIENCE,
    size: Buffer.byteLength(BODY),
  });
  return found;
}

function judged(called: Called, host: string, place: string): Found {
  const verdict = 'error' in called ? { ok: false as const, error: called.error } : judge(called.status, called.text);
  const took = 'took' in called ? Math.round(called.took) : 0;
  if (verdict.ok) return passed(`${host} took a typing notice (typeout) in ${took} ms`);
  const { error } = verdict;
  // An error object under status 200 is one of the two valid answers; nobody can know this customer.
  if (error.kind === 'refused' && error.status === undefined) {
    return passed(
      `${host} answered a typing notice (typeout) in ${took} ms, with an error of its own: it does not know the customer of this check`,
    );
  }
  return endpointFault(error, host, { expected: 'status 200 and {"result":"ok"}', place });
}

/** Not this computer, whose clock would be compared with itself. */
function isElsewhere(hostname: string, own: readonly { readonly address: string }[]): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const isLoopback =
    address === 'localhost' || address.endsWith('.localhost') || address === '::1' || address.startsWith('127.');
  return !isLoopback && !own.some((each) => each.address === address);
}
