import type { ConnectionProblem } from '#shared/contract/connection.ts';
import { TunnelError } from '../ports.ts';
import type { CloudflaredSays } from './cloudflared-output.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

export const NO_TOKEN: ConnectionProblem = {
  what: phrase('findings:reach.tunnel.noToken'),
  todo: phrase('findings:reach.cloudflare.noToken.todo'),
};
export const NO_ADDRESS: ConnectionProblem = {
  what: phrase('findings:reach.cloudflare.noAddress.text'),
  todo: phrase('findings:reach.cloudflare.noAddress.todo'),
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
      what: phrase('findings:reach.cloudflare.token.text'),
      todo: phrase('findings:reach.cloudflare.token.todo'),
    },
    finalAfter: 1,
  },
  {
    // Said now and then of a tunnel that works a moment later.
    says: /Unauthorized|Tunnel not found|Account doesn't have tunnel/i,
    problem: {
      what: phrase('findings:reach.cloudflare.unknown.text'),
      todo: phrase('findings:reach.cloudflare.unknown.todo'),
    },
    finalAfter: 4,
  },
  {
    says: /flag provided but not defined|Incorrect Usage|No help topic/i,
    problem: { what: phrase('findings:reach.cloudflare.old.text'), todo: phrase('findings:reach.cloudflare.old.todo') },
    finalAfter: 1,
  },
  {
    says: /429|Too Many Requests|error code: 1015/i,
    problem: {
      what: phrase('findings:reach.cloudflare.often.text'),
      todo: phrase('findings:reach.cloudflare.often.todo'),
    },
    retryAfter: ASKED_TOO_OFTEN,
  },
  {
    says: /no such host|network is unreachable|server misbehaving|temporary failure in name resolution/i,
    problem: { what: phrase('findings:reach.cloudflare.notReached'), todo: phrase('findings:reach.internet.todo') },
  },
  {
    says: /failed to (request|unmarshal|read) quick/i,
    problem: {
      what: phrase('findings:reach.cloudflare.noQuick.text'),
      todo: phrase('findings:reach.cloudflare.noQuick.todo'),
    },
  },
  {
    says: /Unable to establish connection with Cloudflare edge|failed to dial|handshake.*(timeout|timed out)|DialContext error|no recent network activity/i,
    problem: {
      what: phrase('findings:reach.cloudflare.notThrough.text'),
      todo: phrase('findings:reach.cloudflare.notThrough.todo'),
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
  what: phrase('findings:reach.cloudflare.missing.text'),
  todo: phrase('findings:reach.cloudflare.missing.todo'),
};

export function endedWords(code: number | null, lastError: string | undefined): ConnectionProblem {
  return {
    what: endedWhat(code === 0 ? null : code, lastError?.slice(0, 200)),
    todo: phrase('findings:reach.cloudflare.ended.todo'),
  };
}

export function tookTooLong(lastError: string | undefined): ConnectionProblem {
  const what =
    lastError === undefined
      ? phrase('findings:reach.cloudflare.slow.text')
      : phrase('findings:reach.cloudflare.slowSaying', { reason: lastError.slice(0, 200) });
  return { what, todo: phrase('findings:reach.cloudflare.slow.todo') };
}

function endedWhat(code: number | null, said: string | undefined): Phrase {
  if (code === null)
    return said === undefined
      ? phrase('findings:reach.cloudflare.ended.text')
      : phrase('findings:reach.cloudflare.endedSaying', { reason: said });
  return said === undefined
    ? phrase('findings:reach.cloudflare.endedCode', { code })
    : phrase('findings:reach.cloudflare.endedCodeSaying', { code, reason: said });
}
