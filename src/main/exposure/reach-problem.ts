import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { Answer } from './public-answer.ts';

/** Why a nonce did not come back, for the owner. */
export function reachProblem(answer: Answer, url: string): ConnectionProblem {
  const { host, protocol } = new URL(url);
  if ('status' in answer) return answeredProblem(answer.status, host);
  const { code } = answer;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      what: `The name ${host} is not known`,
      todo: 'Check the address for typing errors, and that this computer is on the internet.',
    };
  }
  if (code === 'ECONNREFUSED')
    return {
      what: `${host} refuses connections`,
      todo: 'Check that the address and its port lead to this computer, and that the firewall lets them in.',
    };
  if (code === 'ETIMEDOUT' || code.includes('TIMEOUT')) {
    return {
      what: `${host} does not answer`,
      todo: 'Check the firewall, and the port forwarding of the router where there is one.',
    };
  }
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN')
    return {
      what: 'This computer has no network',
      todo: 'Check its network connection. It goes on by itself when the network is back.',
    };
  if (isOfCertificate(code))
    return {
      what: `The certificate of ${host} is not valid for it (${code})`,
      todo: 'Look at the certificate: its names, its end, and who signed it.',
    };
  if (protocol === 'https:' && /SSL|TLS|EPROTO|WRONG_VERSION/.test(code))
    return {
      what: `${host} does not speak HTTPS on this port`,
      todo: 'Use an address that starts with http://, or set HTTPS up where it answers.',
    };
  return {
    what: `${host} cannot be reached (${code})`,
    todo: 'Check the address and the network. It is tried again by itself.',
  };
}

function answeredProblem(status: number, host: string): ConnectionProblem {
  if (status >= 300 && status < 400)
    return {
      what: `${host} sends callers elsewhere (${status})`,
      todo: 'Enter the address that it sends them to, or switch the redirect off for this path.',
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      what: `${host} answers, but does not get through to this computer (${status})`,
      todo: 'Check the proxy or tunnel: it must pass requests on to the port shown here.',
    };
  if (status === 401 || status === 403)
    return {
      what: `${host} asks callers to sign in (${status})`,
      todo: 'Let requests through without a sign-in: customers’ sites have none.',
    };
  return {
    what: `Something else answers at ${host} (${status})`,
    todo: 'Check that the address leads to Counterbell and not to another program or site.',
  };
}

function isOfCertificate(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(code);
}
