import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, rootCertificates } from 'node:tls';
import { systemCode } from '#shared/domain/system-code.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { ConnectionProblem, Finding } from '#shared/contract/connection.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import type { Bots } from '#main/bots/directory.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { OwnRemoteAccess } from '#main/exposure/remote-access.ts';
import type { ListenerControl } from '#main/exposure/ports.ts';
import type { OwnedLetterboxes } from '#main/letterbox/owned-letterboxes.ts';
import type { AskPublic } from '#main/exposure/reach.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { Store } from '#main/store/store.ts';
import { createPoster, networkError, readText } from '#main/outgoing/caller.ts';
import type { DeliveryError } from '#shared/domain/message.ts';

/** A check's result, before it is named. */
export type Found = Omit<Finding, 'id' | 'title'>;

/** One line of the list. */
export interface Check {
  readonly id: string;
  /** the subject of the check */
  readonly title: Phrase;
  /** milliseconds until it counts as unanswered */
  readonly deadline: number;
  /** aborts when time is up. A throw is a fault of ours and becomes a line that says so */
  readonly run: (signal: AbortSignal) => Promise<Found>;
}

type Named = 'listener' | 'reach' | 'https' | 'disk' | 'store' | 'clock' | 'tokens';

/** A check of the whole installation, whose ID names its title. */
export function check(id: Named, seconds: number, run: Check['run']): Check {
  return { id, title: phrase(`findings:findings.${id}.title`), deadline: seconds * 1000, run };
}

export const passed = (detail: Phrase): Found => ({ state: 'passed', detail });
export const skipped = (detail: Phrase, path?: string): Found => ({
  state: 'skipped',
  detail,
  ...omitUndefined({ path }),
});
export const warning = ({ what, todo }: ConnectionProblem, path?: string): Found => ({
  state: 'warning',
  detail: what,
  todo,
  ...omitUndefined({ path }),
});
export const failed = (problem: ConnectionProblem, path?: string): Found => ({
  ...warning(problem, path),
  state: 'failed',
});

/** Console pages, as in their addresses. */
export const consolePaths = {
  team: '/settings/operators',
  channel: (channelId: string) => `/settings/channels/${channelId}`,
  bots: '/settings/bots',
  bot: (botId: string) => `/settings/bots/${botId}`,
} as const;

/** Parts of the engine that the checks examine, and their tools. */
export interface CheckParts {
  readonly exposure: Pick<Exposure, 'view' | 'check' | 'authority'>;
  readonly makeNonce: ListenerControl['makeNonce'];
  readonly ask: AskPublic;
  readonly probe: Probe;
  readonly channels: Pick<ChannelDirectory, 'list' | 'addresses' | 'localAddresses'>;
  readonly bots: Pick<Bots, 'list' | 'test'>;
  readonly store: Pick<Store, 'readOnly' | 'write'>;
  readonly journal: Pick<Journal, 'add'>;
  readonly letterboxes: Pick<OwnedLetterboxes, 'list' | 'check'>;
  readonly remoteAccess: Pick<OwnRemoteAccess, 'view' | 'certificate' | 'makeNonce'>;
  /** addresses of operators' windows outside the host's own */
  readonly connectedFrom: () => readonly string[];
  /** folder of the database */
  readonly dataDir: string;
  readonly clock: Clock;
}

/** PEM of an authority that callers must trust besides the usual ones; undefined: none. */
export async function trustedRoot(exposure: CheckParts['exposure']): Promise<string | undefined> {
  const { settings, certificate } = exposure.view();
  return settings.way === 'lan' && certificate?.made === true ? (await exposure.authority()).certificate : undefined;
}

/** Bytes of a response to read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The response; `text` is absent if it exceeds the limit, `date` is the server's clock in milliseconds. */
export type ProbeResult =
  | {
      readonly status: number;
      readonly text: string | undefined;
      readonly date: number | undefined;
      readonly took: number;
    }
  | { readonly error: DeliveryError };

/** Posts a body as JSON on a new connection; `root`: PEM of an additional trusted authority. Never rejects. */
type Probe = (post: {
  readonly address: string;
  readonly body: string;
  /** absent: with a length */
  readonly framing?: 'length' | 'chunked';
  readonly root?: string | undefined;
  readonly signal: AbortSignal;
}) => Promise<ProbeResult>;

export function createProbe(version: string): Probe {
  return async ({ address, body, framing, root, signal }) => {
    const poster = createPoster(version, root, { 'ngrok-skip-browser-warning': '1' });
    const begun = performance.now();
    try {
      const answer = await poster.post(address, framing === 'chunked' ? pieces(body) : body, signal);
      const text = await readText(answer, MAX_ANSWER_BYTES);
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
      poster.stop();
    }
  };
}

/** Several chunks, to detect servers that read only the first. */
function pieces(body: string): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)];
}

/** A server's certificate, and the error code of a caller who verifies it. */
export interface Handshake {
  readonly certificate: X509Certificate;
  readonly problem: string | undefined;
}

/**
 * A TLS handshake with a URL's host: what is presented, whoever vouches for it. `root`: PEM of an extra trusted
 * authority; `code`: the failure. Never rejects.
 */
export async function shakeHands(
  url: URL,
  signal: AbortSignal,
  root?: string,
): Promise<Handshake | { readonly code: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(url.port || 443),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(root !== undefined && { ca: [...rootCertificates, root] }),
  });
  try {
    await once(socket, 'secureConnect', { signal });
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) return { code: 'ECONNRESET' };
    // Typed as an error, but it is the error's code.
    return { certificate, problem: socket.authorized ? undefined : String(socket.authorizationError) };
  } catch (error) {
    return { code: systemCode(error) ?? (error instanceof Error ? error.name : 'unknown') };
  } finally {
    socket.destroy();
  }
}
