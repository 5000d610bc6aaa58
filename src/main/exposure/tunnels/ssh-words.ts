import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { SshServer } from './ssh-connection.ts';

const NOT_REACHED: Readonly<Record<string, (host: string, port: number) => ConnectionProblem>> = {
  ENOTFOUND: (host) => ({
    what: `There is no server named ${host}, or this computer is offline`,
    todo: 'Check the name of the server and the internet connection',
  }),
  EAI_AGAIN: (host) => ({ what: `The name ${host} could not be looked up`, todo: 'Check the internet connection' }),
  ECONNREFUSED: (host, port) => ({
    what: `${host} does not take connections on port ${port}`,
    todo: 'Check the SSH port, and that the SSH service runs on the server',
  }),
  ETIMEDOUT: (host, port) => ({
    what: `${host} does not answer on port ${port}`,
    todo: 'Check that the server is on, and that its firewall lets SSH in',
  }),
  EHOSTUNREACH: (host) => ({ what: `There is no way to ${host} from here`, todo: 'Check the internet connection' }),
  ENETUNREACH: () => ({ what: 'This computer has no network', todo: 'Check the internet connection' }),
};

/** Why the server was not reached, by the code of the system's error. */
export function connectWords(code: string, host: string, port: number): ConnectionProblem {
  const what =
    code === '' ? `${host} was not reached on port ${port}` : `${host} was not reached on port ${port} (${code})`;
  return NOT_REACHED[code]?.(host, port) ?? { what, todo: 'Check the internet connection and the name of the server' };
}

export function signInWords(
  kind: 'refused' | 'too-old' | 'lost',
  { host, port, user, auth }: SshServer,
): ConnectionProblem {
  if (kind === 'too-old')
    return {
      what: `${host} speaks only kinds of encryption that are no longer safe`,
      todo: 'Update the SSH service on the server',
    };
  if (kind === 'lost')
    return {
      what: `${host} broke off before the sign-in was done`,
      todo: `Check that an SSH service is what listens on port ${port}`,
    };
  return auth.kind === 'password'
    ? {
        what: `${host} does not accept this password for ${user}`,
        todo: 'Check the user and the password; some servers take keys only',
      }
    : {
        what: `${host} does not accept this key for ${user}`,
        todo: `Check the user, and that the public key is in ~/.ssh/authorized_keys of ${user} on the server`,
      };
}

export function unreadableKey(message: string): ConnectionProblem {
  if (/no passphrase given/i.test(message))
    return { what: 'The key is protected by a passphrase', todo: 'Enter the passphrase of the key' };
  if (/bad passphrase|integrity check failed|bad decrypt/i.test(message))
    return { what: 'The passphrase does not open the key', todo: 'Enter the passphrase of the key again' };
  return { what: 'The key cannot be read', todo: 'Enter the private key whole, from -----BEGIN to the last -----' };
}

export function changedHostKey(host: string): ConnectionProblem {
  return {
    what: `${host} shows another key than before: it was set up anew, or someone stands between`,
    todo: 'Compare the new key with the one the server shows by ssh-keygen -l, and accept it only where they are the same',
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
    what: `${host} does not let this user forward port ${remotePort}`,
    todo: 'Set AllowTcpForwarding yes in sshd_config on the server (and PermitListen, where it is there)',
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
        what: `Port ${remotePort} is taken on ${host}, or only its administrator may listen there`,
        todo: 'Choose a port above 1023, with a web server there in front of it',
      }
    : {
        what: `Port ${remotePort} is taken on ${host}`,
        todo: 'Choose another port, or end what listens there; an earlier connection of this computer gives it back by itself',
      };
}

export function connectionLost(host: string, error: Error | undefined): ConnectionProblem {
  return error?.message === 'Keepalive timeout'
    ? { what: `${host} no longer answers`, todo: 'Check the internet connection; it is tried again by itself' }
    : {
        what: `${host} ended the connection`,
        todo: 'It is tried again by itself; if it stays so, look into the log of the SSH service on the server',
      };
}
