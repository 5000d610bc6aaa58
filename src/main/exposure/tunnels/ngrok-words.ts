import type { ConnectionProblem } from '#shared/contract/connection.ts';
import { TunnelError } from '../ports.ts';
import { phrase } from '#shared/locales/phrase.ts';

export const NO_NGROK_TOKEN: ConnectionProblem = {
  what: phrase('findings:reach.tunnel.noToken'),
  todo: phrase('findings:reach.ngrok.noToken.todo'),
};
export const NOT_INSTALLED: ConnectionProblem = {
  what: phrase('findings:reach.ngrok.missing.text'),
  todo: phrase('findings:reach.ngrok.missing.todo'),
};

const WRONG_TOKEN: ConnectionProblem = {
  what: phrase('findings:reach.ngrok.token.text'),
  todo: phrase('findings:reach.ngrok.token.todo'),
};
const FOREIGN_DOMAIN: ConnectionProblem = {
  what: phrase('findings:reach.ngrok.foreign.text'),
  todo: phrase('findings:reach.ngrok.foreign.todo'),
};
const SIX_MINUTES = 6 * 60_000;

/** ngrok's own codes, as its documentation explains them. */
const REFUSALS: Readonly<
  Record<string, { readonly problem: ConnectionProblem; readonly isFinal: boolean; readonly retryAfter?: number }>
> = {
  ERR_NGROK_105: { problem: WRONG_TOKEN, isFinal: true },
  ERR_NGROK_106: { problem: WRONG_TOKEN, isFinal: true },
  ERR_NGROK_107: { problem: WRONG_TOKEN, isFinal: true },
  ERR_NGROK_4018: {
    problem: {
      what: phrase('findings:reach.ngrok.wantsAccount.text'),
      todo: phrase('findings:reach.ngrok.wantsAccount.todo'),
    },
    isFinal: true,
  },
  ERR_NGROK_382: {
    problem: {
      what: phrase('findings:reach.ngrok.unverified.text'),
      todo: phrase('findings:reach.ngrok.unverified.todo'),
    },
    isFinal: true,
  },
  ERR_NGROK_108: {
    problem: {
      what: phrase('findings:reach.ngrok.agents.text'),
      todo: phrase('findings:reach.ngrok.agents.todo'),
    },
    isFinal: false,
    retryAfter: 30_000,
  },
  ERR_NGROK_314: {
    problem: {
      what: phrase('findings:reach.ngrok.noDomains.text'),
      todo: phrase('findings:reach.ngrok.noDomains.todo'),
    },
    isFinal: true,
  },
  ERR_NGROK_319: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_320: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_7117: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_7118: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_15002: {
    problem: {
      what: phrase('findings:reach.ngrok.wantsDomain.text'),
      todo: phrase('findings:reach.ngrok.wantsDomain.todo'),
    },
    isFinal: true,
  },
  // Right after a broken connection ngrok may hold on to the former one for a while.
  ERR_NGROK_334: {
    problem: {
      what: phrase('findings:reach.ngrok.used.text'),
      todo: phrase('findings:reach.ngrok.used.todo'),
    },
    isFinal: false,
  },
  ERR_NGROK_18009: {
    problem: {
      what: phrase('findings:reach.ngrok.cloud.text'),
      todo: phrase('findings:reach.ngrok.cloud.todo'),
    },
    isFinal: true,
  },
  ERR_NGROK_1214: {
    problem: { what: phrase('findings:reach.ngrok.often.text'), todo: phrase('findings:reach.ngrok.often.todo') },
    isFinal: false,
    retryAfter: SIX_MINUTES,
  },
};

/** Why ngrok refuses, in words. The token never gets into them. */
export function ngrokFailure(cause: unknown, token: string): TunnelError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code =
    /\bERR_NGROK_\d+\b/.exec(message)?.[0] ??
    (cause instanceof Error && 'errorCode' in cause ? String(cause.errorCode) : '');
  const { problem, isFinal, retryAfter } = REFUSALS[code] ?? {
    problem: unknownWords(code, message, token),
    isFinal: false,
  };
  return new TunnelError(problem, { isFinal, ...(retryAfter !== undefined && { retryAfter }) });
}

function unknownWords(code: string, message: string, token: string): ConnectionProblem {
  if (code !== '')
    return {
      what: phrase('findings:reach.ngrok.code.text', { code }),
      todo: phrase('findings:reach.ngrok.code.todo', { code: code.toLowerCase() }),
    };
  if (/dns|resolve|connect|timed? ?out|network|timeout/i.test(message))
    return {
      what: phrase('findings:reach.ngrok.notReached.text'),
      todo: phrase('findings:reach.ngrok.notReached.todo'),
    };
  const told = (token === '' ? message : message.replaceAll(token, '***')).slice(0, 200);
  return {
    what: phrase('findings:reach.ngrok.ended', { reason: told }),
    todo: phrase('findings:reach.tunnel.again.todo'),
  };
}
