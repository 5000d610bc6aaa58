import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import {
  type ProbeResult,
  check,
  type Check,
  type CheckParts,
  failed,
  type Found,
  passed,
  consolePaths,
  skipped,
  warning,
} from './check.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';
import { parseOutcome } from '#main/channels/replies.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { appendSegment, ENDPOINT_PHRASES, endpointProblem, isLoopback } from '#shared/domain/endpoint.ts';
import { renderTyping } from '#shared/domain/kinds/kinds.ts';
import type { ClockReadings } from './computer-checks.ts';
import type { Bot } from '#shared/domain/bots.ts';

/** Side whose responses are checked: a channel's to replies, or a bot's to events. */
type Side = 'channel' | 'bot';

/** Describes the fault of a remote endpoint; names only the host, because the rest of the address may be secret. */
function endpointFault({ kind, message, status }: DeliveryError, host: string | Phrase, side: Side): ConnectionProblem {
  switch (kind) {
    case 'timeout':
      return problemOf('findings.endpoint.timeout', { host });
    case 'tls': {
      const problem = problemOf('findings.endpoint.tls', { host });
      if (message === undefined) return problem;
      return { ...problem, what: phrase('findings:findings.endpoint.tlsWhy', { host, code: message }) };
    }
    case 'redirect':
      return {
        what: phrase('findings:reach.redirect.text', { host, status: status ?? 'redirect' }),
        todo: phrase('findings:findings.endpoint.redirect.todo'),
      };
    case 'status':
    case 'refused':
      return {
        what: phrase('findings:findings.endpoint.status', { host, status: status ?? 0 }),
        todo: remedyFor(status, side),
      };
    case 'invalid_answer':
      return {
        what: phrase('findings:findings.endpoint.otherWay.text', { host }),
        todo: phrase(`findings:findings.endpoint.otherWay.${side}.todo`),
      };
    case 'unreachable': {
      const problem = problemOf('findings.endpoint.unreachable', { host });
      if (message === undefined) return problem;
      return { ...problem, what: phrase('findings:reach.unreachable.text', { host, code: message }) };
    }
    case 'not_sent':
    case 'interrupted':
      return {
        what: phrase('findings:findings.endpoint.notSent', { host }),
        todo: phrase('findings:findings.again.todo'),
      };
  }
}

function remedyFor(status: number | undefined, side: Side): Phrase {
  if (status === 401 || status === 403) return phrase('findings:findings.endpoint.token.todo');
  if (status === 404 || status === 405) return phrase('findings:findings.endpoint.path.todo');
  return phrase(`findings:findings.endpoint.log.${side}.todo`);
}

/** A typeout for an unknown customer: the one message that nobody gets to see. */
const BODY = renderTyping(JSON.stringify('counterbell-check'), { name: 'Counterbell' }, 'typeout');
/** Milliseconds, the same as for an attempt at a reply. */
const PROBE_TIMEOUT = 3000;

type Parts = Pick<CheckParts, 'probe' | 'journal' | 'clock' | 'exposure'>;

/** Checks that a channel's endpoint responds as it must to replies. */
export function endpointCheck(channel: Channel, parts: Parts, readings: ClockReadings): Check {
  return {
    id: `channel.${channel.id}`,
    title: phrase('findings:findings.channel.title', { name: channel.name }),
    deadline: PROBE_TIMEOUT + 1000,
    run: (signal) => checkChannel(parts, readings, channel, signal),
  };
}

async function checkChannel(
  { probe, journal, clock, exposure }: Parts,
  readings: ClockReadings,
  channel: Channel,
  signal: AbortSignal,
): Promise<Found> {
  const { id, endpoint, allowPlainHttp, publicId } = channel;
  const path = consolePaths.channel(id);
  if (endpoint === null) return skipped(phrase('findings:findings.channel.noAddress'), path);
  const problem = endpointProblem(endpoint, allowPlainHttp);
  if (problem !== undefined)
    return failed({ what: ENDPOINT_PHRASES[problem], todo: phrase('findings:findings.channel.address.todo') }, path);
  const deadline = new AbortController();
  const cancelTimer = clock.after(PROBE_TIMEOUT, () => deadline.abort());
  const called = await probe({
    address: appendSegment(endpoint, publicId),
    body: BODY,
    signal: AbortSignal.any([signal, deadline.signal]),
  }).finally(cancelTimer);
  const { host, hostname } = new URL(endpoint);
  if (isElsewhere(hostname, exposure.view().addresses)) readings.note(host, called);
  const found = evaluate(called, host, path);
  journal.add({
    at: clock.wall(),
    direction: 'out',
    channelId: id,
    kind: 'typeout',
    status: 'status' in called ? called.status : undefined,
    outcome: found.state === 'passed' ? 'delivered' : 'failed',
    notes: [phrase('errors:calls.byCheck')],
    took: 'took' in called ? called.took : PROBE_TIMEOUT,
    size: Buffer.byteLength(BODY),
  });
  return found;
}

function evaluate(called: ProbeResult, host: string, path: string): Found {
  const verdict =
    'error' in called ? { ok: false as const, error: called.error } : parseOutcome(called.status, called.text);
  const took = 'took' in called ? Math.round(called.took) : 0;
  if (verdict.ok) return passed(phrase('findings:findings.channel.passed', { host, took }));
  const { error } = verdict;
  // An error object with status 200 is one of two valid responses, since the customer is unknown.
  if (error.kind === 'refused' && error.status === undefined) {
    return passed(phrase('findings:findings.channel.passedUnknown', { host, took }));
  }
  return failed(endpointFault(error, host, 'channel'), path);
}

/** Excludes this computer, whose clock would be compared with itself. */
function isElsewhere(hostname: string, own: readonly { readonly address: string }[]): boolean {
  return !isLoopback(hostname) && !own.some(({ address }) => toUrlHost(address) === hostname);
}

/** Shown instead of a host for the built-in bot. */
const BUILT_IN = phrase('findings:findings.bot.builtIn');

/** Sends each working bot a test message, in a chat that does not exist. */
export function botChecks({ bots }: Pick<CheckParts, 'bots'>): readonly Check[] {
  return bots.list().map((bot) => ({
    id: `bot.${bot.id}`,
    title: phrase('findings:findings.bot.title', { name: bot.name }),
    deadline: 15_000,
    run: () => checkBot(bots, bot),
  }));
}

/** Finds bots that share a token, so that they cannot be told apart. */
export function tokenCheck({ bots }: Pick<CheckParts, 'bots'>): Check {
  return check('tokens', 5, async () => {
    const all = bots.list();
    if (all.length === 0) return skipped(phrase('findings:findings.tokens.none'));
    const names = all.filter(({ conflictsWith }) => conflictsWith.length > 0).map(({ name }) => `“${name}”`);
    if (names.length === 0) return passed(phrase('findings:findings.tokens.passed', { count: all.length }));
    return failed(problemOf('findings.tokens.shared', { names: names.join(', ') }), consolePaths.bots);
  });
}

async function checkBot(bots: CheckParts['bots'], bot: Bot): Promise<Found> {
  const path = consolePaths.bot(bot.id);
  if (bot.state === 'disabled') return skipped(phrase('findings:findings.bot.off'), path);
  if (bot.state === 'token_conflict') return skipped(phrase('findings:findings.bot.conflict'), path);
  const problem = bot.endpoint === null ? undefined : endpointProblem(bot.endpoint, bot.allowPlainHttp);
  if (problem !== undefined)
    return failed({ what: ENDPOINT_PHRASES[problem], todo: phrase('findings:findings.bot.address.todo') }, path);
  const host = bot.endpoint === null ? BUILT_IN : new URL(bot.endpoint).host;
  const { ok, took, events, error } = await bots.test(bot.id, undefined);
  if (!ok) return failed(endpointFault(error ?? { kind: 'invalid_answer' }, host, 'bot'), path);
  const milliseconds = Math.round(took);
  if (events.length === 0) return warning(problemOf('findings.bot.silent', { host, took: milliseconds }), path);
  return passed(phrase('findings:findings.bot.passed.text', { host, took: milliseconds, count: events.length }));
}
