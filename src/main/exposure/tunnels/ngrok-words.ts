import type { ConnectionProblem } from '#shared/contract/connection.ts';
import { TunnelError } from '../ports.ts';

export const NO_NGROK_TOKEN: ConnectionProblem = {
  what: 'The tunnel has no token',
  todo: 'Enter the authtoken that ngrok shows at dashboard.ngrok.com',
};
export const NOT_INSTALLED: ConnectionProblem = {
  what: 'ngrok did not come with this installation',
  todo: 'Choose another tunnel, or run Counterbell from an installation that has the package @ngrok/ngrok',
};

const WRONG_TOKEN: ConnectionProblem = {
  what: 'ngrok does not accept this token',
  todo: 'Copy the authtoken again from dashboard.ngrok.com',
};
const FOREIGN_DOMAIN: ConnectionProblem = {
  what: 'This domain does not belong to the ngrok account',
  todo: 'Use a domain that the account has at dashboard.ngrok.com, or leave the domain empty',
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
      what: 'ngrok wants an account that is verified',
      todo: 'Sign up at ngrok.com, verify the address, and enter the authtoken',
    },
    isFinal: true,
  },
  ERR_NGROK_382: {
    problem: { what: 'The ngrok account is not verified yet', todo: 'Verify its mail address at dashboard.ngrok.com' },
    isFinal: true,
  },
  ERR_NGROK_108: {
    problem: {
      what: 'The ngrok account runs as many agents as it may',
      todo: 'End the others at dashboard.ngrok.com/agents',
    },
    isFinal: false,
    retryAfter: 30_000,
  },
  ERR_NGROK_314: {
    problem: {
      what: "The plan of the ngrok account has no domains of one's own",
      todo: 'Leave the domain empty, or choose another plan at ngrok',
    },
    isFinal: true,
  },
  ERR_NGROK_319: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_320: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_7117: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_7118: { problem: FOREIGN_DOMAIN, isFinal: true },
  ERR_NGROK_15002: {
    problem: {
      what: 'The plan of the ngrok account wants a domain',
      todo: 'Make one at dashboard.ngrok.com/domains and enter it',
    },
    isFinal: true,
  },
  // Right after a broken connection ngrok may hold on to the former one for a while.
  ERR_NGROK_334: {
    problem: {
      what: 'Another ngrok agent uses this address',
      todo: 'End it at dashboard.ngrok.com/agents; one of this computer ends by itself',
    },
    isFinal: false,
  },
  ERR_NGROK_18009: {
    problem: {
      what: 'This address belongs to a cloud endpoint of the ngrok account',
      todo: 'Remove the cloud endpoint at dashboard.ngrok.com, or use another domain',
    },
    isFinal: true,
  },
  ERR_NGROK_1214: {
    problem: { what: 'The ngrok account asked too often', todo: 'It is tried again in some minutes' },
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
    return { what: `ngrok refuses with ${code}`, todo: `Look it up at ngrok.com/docs/errors/${code.toLowerCase()}` };
  if (/dns|resolve|connect|timed? ?out|network|timeout/i.test(message))
    return {
      what: 'ngrok was not reached',
      todo: 'Check the internet connection, and that the firewall lets ngrok out',
    };
  const told = (token === '' ? message : message.replaceAll(token, '***')).slice(0, 200);
  return { what: `The tunnel of ngrok ended: ${told}`, todo: 'It is tried again by itself' };
}
