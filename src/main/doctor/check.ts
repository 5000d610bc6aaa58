import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { Finding } from '#shared/contract/doctor.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import type { Bots } from '#main/bots/bots.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { Doors } from '#main/exposure/ports.ts';
import type { AskPublic } from '#main/exposure/reach.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { Store } from '#main/store/store.ts';
import { createCaller, textOf } from '#main/outgoing/caller.ts';
import { networkError } from '#main/outgoing/network-error.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { DeliveryError } from '#shared/domain/message.ts';

/** What a check found, before it has its name. */
export type Found = Omit<Finding, 'id' | 'title'>;

/** One line of the doctor's list. */
export interface Check {
  readonly id: string;
  /** what is looked at */
  readonly title: Phrase;
  /** milliseconds after which it counts as unanswered */
  readonly deadline: number;
  /** aborts when the time is over. What it throws is a fault of ours, and becomes a line that says so */
  readonly look: (signal: AbortSignal) => Promise<Found>;
}

type Named = 'listener' | 'reach' | 'https' | 'disk' | 'store' | 'clock' | 'tokens';

/** A check of the installation as a whole, which is named as its title is. */
export function check(id: Named, seconds: number, look: Check['look']): Check {
  return { id, title: phrase(`findings:findings.${id}.title`), deadline: seconds * 1000, look };
}

export const passed = (detail: Phrase): Found => ({ state: 'passed', detail });
export const skipped = (detail: Phrase, place?: string): Found => ({
  state: 'skipped',
  detail,
  ...omitUndefined({ place }),
});
export const warning = ({ what, todo }: ConnectionProblem, place?: string): Found => ({
  state: 'warning',
  detail: what,
  todo,
  ...omitUndefined({ place }),
});
export const failed = (problem: ConnectionProblem, place?: string): Found => ({
  ...warning(problem, place),
  state: 'failed',
});

/** Places in the console, as its addresses name them. */
export const places = {
  connection: '/settings/connection',
  channel: (channelId: string) => `/settings/channels/${channelId}`,
  bots: '/settings/bots',
  bot: (botId: string) => `/settings/bots/${botId}`,
} as const;

/** What the checks look at, and what they look with. */
export interface CheckParts {
  readonly exposure: Pick<Exposure, 'view' | 'check' | 'authority'>;
  readonly expect: Doors['expect'];
  readonly ask: AskPublic;
  readonly probe: Probe;
  readonly channels: Pick<ChannelDirectory, 'list' | 'addresses' | 'localAddresses'>;
  readonly bots: Pick<Bots, 'list' | 'test'>;
  readonly store: Pick<Store, 'readOnly' | 'write'>;
  readonly journal: Pick<Journal, 'add'>;
  /** folder of the database */
  readonly dataDir: string;
  readonly clock: Clock;
}

/** PEM of the authority that callers have to know beside the usual ones; undefined: none. */
export async function rootOf(exposure: CheckParts['exposure']): Promise<string | undefined> {
  const { settings, certificate } = exposure.view();
  return settings.way === 'lan' && certificate?.made === true ? (await exposure.authority()).certificate : undefined;
}

/** Bytes of an answer that are read. */
const MOST = 64 * 1024;

interface ProbeOptions {
  readonly address: string;
  readonly body: string;
  readonly framing: Channel['framing'];
  /** PEM of one more authority to believe */
  readonly root?: string | undefined;
  readonly signal: AbortSignal;
}

/** The answer, `text` absent where it is longer than what is read; `date` is the other side's clock, in milliseconds. */
export type ProbeResult =
  | {
      readonly status: number;
      readonly text: string | undefined;
      readonly date: number | undefined;
      readonly took: number;
    }
  | { readonly error: DeliveryError };

/** Posts a body as JSON, on a connection of its own. Never rejects. */
type Probe = (options: ProbeOptions) => Promise<ProbeResult>;

export function createProbe(version: string): Probe {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    'user-agent': `Counterbell/${version}`,
    'ngrok-skip-browser-warning': '1',
  };
  return async ({ address, body, framing, root, signal }) => {
    const caller = createCaller(root);
    const begun = performance.now();
    try {
      const answer = await caller.call({
        method: 'POST',
        address,
        headers,
        body: framing === 'chunked' ? pieces(body) : body,
        signal,
      });
      const text = await textOf(answer, MOST);
      const date = Date.parse(String(answer.headers['date']));
      return {
        status: answer.statusCode ?? 0,
        text,
        date: Number.isNaN(date) ? undefined : date,
        took: performance.now() - begun,
      };
    } catch (error) {
      return { error: signal.aborted ? { kind: 'timeout' } : networkError(error) };
    } finally {
      caller.stop();
    }
  };
}

/** More than one chunk, so that somebody who reads only the first is found out. */
function pieces(body: string): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)];
}
