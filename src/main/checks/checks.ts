import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { checkRoutes, Finding } from '#shared/contract/connection.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { failed, type Check, type CheckParts, type Found } from './check.ts';
import { botChecks, tokenCheck } from './endpoint-checks.ts';
import { remoteAccessChecks } from './remote-access-checks.ts';
import { clockCheck, type ClockReadings, createClockReadings, diskCheck, storeCheck } from './computer-checks.ts';
import { letterboxChecks } from './letterbox-checks.ts';
import { bodyChecks, httpsCheck, listenerCheck, reachCheck } from './connection-checks.ts';
import { within } from '#main/exposure/ports.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';

/** Concurrent checks within a stage. */
const MAX_CONCURRENT = 4;

/** A line for one channel. */
export type ChannelCheck = (channel: Channel, parts: CheckParts, readings: ClockReadings) => Check;

export interface ChecksOptions extends CheckParts {
  readonly kinds: Readonly<Record<ChannelKind, { readonly checks: readonly ChannelCheck[] }>>;
  readonly log: Logger;
  readonly touch: Touch;
}

/** Checks everything that reaching and answering customers depends on. */
export function createChecks(options: ChecksOptions) {
  const { clock, log, touch } = options;
  const stopping = new AbortController();
  let findings: readonly Finding[] = [];
  let at: number | undefined;
  let running: Promise<RouteOutput<'checks.run'>> | undefined;

  const reportChange = (): void => touch('checks');
  const runAll = async (): Promise<RouteOutput<'checks.run'>> => {
    findings = [];
    const stages = planChecks(options);
    const order = stages.flat().map(({ id }) => id);
    for (const stage of stages) {
      const left = [...stage];
      const work = async (): Promise<void> => {
        for (let next = left.shift(); next !== undefined && !stopping.signal.aborted; next = left.shift()) {
          const { id, title } = next;
          const finding = { id, title, ...(await runCheck(next, clock, log, stopping.signal)) };
          findings = [...findings, finding].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
          reportChange();
        }
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
    }
    at = clock.wall();
    running = undefined;
    reportChange();
    return { at, findings: [...findings] };
  };

  const calls = {
    // One at a time: a call meanwhile joins it. Never rejects.
    'checks.run': () => {
      running ??= runAll();
      return running;
    },
    'checks.latest': async () => ({
      running: running !== undefined,
      ...(at !== undefined && { at }),
      findings: [...findings],
    }),
  } satisfies CallsOf<typeof checkRoutes>;
  return {
    calls,
    /** ends the current run */
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** The result of a check, or that it ran out of time. Never rejects. */
async function runCheck(
  { id, deadline: most, run }: Check,
  clock: Clock,
  log: Logger,
  stopping: AbortSignal,
): Promise<Found> {
  const deadline = new AbortController();
  const cancelTimer = clock.after(most, () => deadline.abort());
  const over = AbortSignal.any([deadline.signal, stopping]);
  try {
    return await within(run(over), over);
  } catch (error) {
    if (over.aborted) return failed(problemOf('findings.late', { seconds: Math.round(most / 1000) }));
    // Libraries' error messages contain addresses, and addresses contain secrets.
    log.warn({ check: id, fault: error instanceof Error ? error.name : typeof error }, 'a check met a fault');
    return failed({ what: phrase('findings:findings.fault'), todo: phrase('findings:findings.again.todo') });
  } finally {
    cancelTimer();
  }
}

/** The checks in display order: a stage begins when the one before has ended. */
function planChecks({ kinds, ...parts }: ChecksOptions): readonly (readonly Check[])[] {
  const readings = createClockReadings(parts.clock);
  const channelChecks = parts.channels
    .list()
    .flatMap((channel) => kinds[channel.kind].checks.map((check) => check(channel, parts, readings)));
  return [
    [listenerCheck(parts)],
    [reachCheck(parts)],
    [httpsCheck(parts), ...bodyChecks(parts, readings)],
    [...letterboxChecks(parts), ...channelChecks, tokenCheck(parts), ...botChecks(parts)],
    remoteAccessChecks(parts),
    [clockCheck(readings), diskCheck(parts), storeCheck(parts)],
  ];
}
