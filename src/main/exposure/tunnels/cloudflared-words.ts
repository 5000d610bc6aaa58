import type { ConnectionProblem } from '#shared/contract/connection.ts';
import { TunnelError } from '../ports.ts';
import type { CloudflaredSays } from './cloudflared-output.ts';

export const NO_TOKEN: ConnectionProblem = {
  what: 'The tunnel has no token',
  todo: 'Enter the token that Cloudflare shows under Networks, Tunnels, for this tunnel',
};
export const NO_ADDRESS: ConnectionProblem = {
  what: 'The address of the tunnel is not known here',
  todo: 'Enter the public address that you gave the tunnel at Cloudflare',
};

/** Milliseconds after which Cloudflare makes another quick tunnel for somebody who asked too often. */
const ASKED_TOO_OFTEN = 5 * 60_000;

interface Refusal {
  readonly says: RegExp;
  readonly problem: ConnectionProblem;
  /** trying again changes nothing once it was said so often */
  readonly finalAfter?: number;
  readonly retryAfter?: number;
}

/** The most telling first: one cause is said in several lines. */
const REFUSALS: readonly Refusal[] = [
  {
    says: /tunnel token is not valid/i,
    problem: {
      what: 'cloudflared does not take this token',
      todo: 'Copy the token whole from Cloudflare, under Networks, Tunnels',
    },
    finalAfter: 1,
  },
  {
    // Said now and then of a tunnel that works a moment later.
    says: /Unauthorized|Tunnel not found|Account doesn't have tunnel/i,
    problem: {
      what: 'Cloudflare does not know this tunnel, or its token was replaced',
      todo: 'Copy the token again from Cloudflare, under Networks, Tunnels',
    },
    finalAfter: 4,
  },
  {
    says: /flag provided but not defined|Incorrect Usage|No help topic/i,
    problem: { what: 'This cloudflared is too old', todo: 'Update cloudflared' },
    finalAfter: 1,
  },
  {
    says: /429|Too Many Requests|error code: 1015/i,
    problem: {
      what: 'Cloudflare makes no more quick tunnels for this connection at the moment',
      todo: 'It is tried again in some minutes; a named tunnel has no such limit',
    },
    retryAfter: ASKED_TOO_OFTEN,
  },
  {
    says: /no such host|network is unreachable|server misbehaving|temporary failure in name resolution/i,
    problem: { what: 'cloudflared does not reach Cloudflare', todo: 'Check the internet connection' },
  },
  {
    says: /failed to (request|unmarshal|read) quick/i,
    problem: {
      what: 'Cloudflare made no quick tunnel',
      todo: 'It is tried again by itself; a named tunnel does not depend on that service',
    },
  },
  {
    says: /Unable to establish connection with Cloudflare edge|failed to dial|handshake.*(timeout|timed out)|DialContext error|no recent network activity/i,
    problem: {
      what: 'cloudflared does not get through to Cloudflare',
      todo: 'Let it out through the firewall on port 7844 (TCP and UDP)',
    },
  },
];

/** What its errors mean; undefined where none of them is known. */
export function failureOf(said: CloudflaredSays): TunnelError | undefined {
  const errors = said.errors();
  const refusal = REFUSALS.find(({ says }) => errors.some((line) => says.test(line)));
  if (refusal === undefined) return undefined;
  const times = errors.filter((line) => refusal.says.test(line)).length;
  return new TunnelError(refusal.problem, {
    isFinal: times >= (refusal.finalAfter ?? Infinity),
    ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
    cause: said.lastError(),
  });
}

export const NOT_THERE: ConnectionProblem = {
  what: 'cloudflared is not on this computer, or may not be run',
  todo: 'Install cloudflared from Cloudflare, then try again',
};

export function endedWords(code: number | null, lastError: string | undefined): ConnectionProblem {
  return { what: endedWhat(code === 0 ? null : code, lastError?.slice(0, 200)), todo: 'It is started again by itself' };
}

export function tookTooLong(lastError: string | undefined): ConnectionProblem {
  const what =
    lastError === undefined
      ? 'cloudflared does not get a connection to Cloudflare'
      : `cloudflared does not get a connection to Cloudflare: ${lastError.slice(0, 200)}`;
  return { what, todo: 'Check the internet connection, and that the firewall lets cloudflared out on port 7844' };
}

function endedWhat(code: number | null, said: string | undefined): string {
  if (code === null) return said === undefined ? 'cloudflared ended' : `cloudflared ended: ${said}`;
  return said === undefined ? `cloudflared ended with code ${code}` : `cloudflared ended with code ${code}: ${said}`;
}
