import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { SshServer } from './ssh-connection.ts';
import { phrase } from '#shared/locales/phrase.ts';

const NOT_REACHED: Readonly<Record<string, (host: string, port: number) => ConnectionProblem>> = {
  ENOTFOUND: (host) => ({
    what: phrase('findings:reach.ssh.noServer.text', { host }),
    todo: phrase('findings:reach.ssh.noServer.todo'),
  }),
  EAI_AGAIN: (host) => ({
    what: phrase('findings:reach.ssh.lookUp', { host }),
    todo: phrase('findings:reach.internet.todo'),
  }),
  ECONNREFUSED: (host, port) => ({
    what: phrase('findings:reach.ssh.port.text', { host, port }),
    todo: phrase('findings:reach.ssh.port.todo'),
  }),
  ETIMEDOUT: (host, port) => ({
    what: phrase('findings:reach.ssh.silent.text', { host, port }),
    todo: phrase('findings:reach.ssh.silent.todo'),
  }),
  EHOSTUNREACH: (host) => ({
    what: phrase('findings:reach.ssh.noWay', { host }),
    todo: phrase('findings:reach.internet.todo'),
  }),
  ENETUNREACH: () => ({ what: phrase('findings:reach.offline.text'), todo: phrase('findings:reach.internet.todo') }),
};

/** Why the server was not reached, by the code of the system's error. */
export function connectWords(code: string, host: string, port: number): ConnectionProblem {
  const what =
    code === ''
      ? phrase('findings:reach.ssh.notReached.text', { host, port })
      : phrase('findings:reach.ssh.notReachedWhy', { host, port, code });
  return NOT_REACHED[code]?.(host, port) ?? { what, todo: phrase('findings:reach.ssh.notReached.todo') };
}

export function signInWords(
  kind: 'refused' | 'too-old' | 'lost',
  { host, port, user, auth }: SshServer,
): ConnectionProblem {
  if (kind === 'too-old')
    return {
      what: phrase('findings:reach.ssh.old.text', { host }),
      todo: phrase('findings:reach.ssh.old.todo'),
    };
  if (kind === 'lost')
    return {
      what: phrase('findings:reach.ssh.brokeOff.text', { host }),
      todo: phrase('findings:reach.ssh.brokeOff.todo', { port }),
    };
  return auth.kind === 'password'
    ? {
        what: phrase('findings:reach.ssh.password.text', { host, user }),
        todo: phrase('findings:reach.ssh.password.todo'),
      }
    : {
        what: phrase('findings:reach.ssh.key.text', { host, user }),
        todo: phrase('findings:reach.ssh.key.todo', { user }),
      };
}

export function unreadableKey(message: string): ConnectionProblem {
  if (/no passphrase given/i.test(message))
    return { what: phrase('findings:reach.ssh.protected.text'), todo: phrase('findings:reach.ssh.protected.todo') };
  if (/bad passphrase|integrity check failed|bad decrypt/i.test(message))
    return { what: phrase('findings:reach.ssh.passphrase.text'), todo: phrase('findings:reach.ssh.passphrase.todo') };
  return { what: phrase('findings:reach.ssh.unreadable.text'), todo: phrase('findings:reach.ssh.unreadable.todo') };
}

export function changedHostKey(host: string): ConnectionProblem {
  return {
    what: phrase('findings:reach.ssh.changed.text', { host }),
    todo: phrase('findings:reach.ssh.changed.todo'),
  };
}

export function forwardingForbidden({
  host,
  remotePort,
}: {
  readonly host: string;
  readonly remotePort: number;
}): ConnectionProblem {
  return {
    what: phrase('findings:reach.ssh.forbidden.text', { host, port: remotePort }),
    todo: phrase('findings:reach.ssh.forbidden.todo'),
  };
}

export function portTaken({
  host,
  remotePort,
}: {
  readonly host: string;
  readonly remotePort: number;
}): ConnectionProblem {
  return remotePort < 1024
    ? {
        what: phrase('findings:reach.ssh.low.text', { port: remotePort, host }),
        todo: phrase('findings:reach.ssh.low.todo'),
      }
    : {
        what: phrase('findings:reach.ssh.taken.text', { port: remotePort, host }),
        todo: phrase('findings:reach.ssh.taken.todo'),
      };
}

export function connectionLost(host: string, error: Error | undefined): ConnectionProblem {
  return error?.message === 'Keepalive timeout'
    ? { what: phrase('findings:reach.ssh.keepalive', { host }), todo: phrase('findings:reach.tunnel.lost.todo') }
    : {
        what: phrase('findings:reach.ssh.ended.text', { host }),
        todo: phrase('findings:reach.ssh.ended.todo'),
      };
}
