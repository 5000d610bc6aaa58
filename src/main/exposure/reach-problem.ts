import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { Answer } from './public-answer.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Why a nonce did not come back, for the owner. */
export function reachProblem(answer: Answer, url: string): ConnectionProblem {
  const { host, protocol } = new URL(url);
  if ('status' in answer) return answeredProblem(answer.status, host);
  const { code } = answer;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      what: phrase('findings:reach.name.unknown.text', { host }),
      todo: phrase('findings:reach.name.unknown.todo'),
    };
  }
  if (code === 'ECONNREFUSED')
    return {
      what: phrase('findings:reach.refused.text', { host }),
      todo: phrase('findings:reach.refused.todo'),
    };
  if (code === 'ETIMEDOUT' || code.includes('TIMEOUT')) {
    return {
      what: phrase('findings:reach.silent.text', { host }),
      todo: phrase('findings:reach.silent.todo'),
    };
  }
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN')
    return {
      what: phrase('findings:reach.offline.text'),
      todo: phrase('findings:reach.offline.todo'),
    };
  if (isOfCertificate(code))
    return {
      what: phrase('findings:reach.certificate.text', { host, code }),
      todo: phrase('findings:reach.certificate.todo'),
    };
  if (protocol === 'https:' && /SSL|TLS|EPROTO|WRONG_VERSION/.test(code))
    return {
      what: phrase('findings:reach.noHttps.text', { host }),
      todo: phrase('findings:reach.noHttps.todo'),
    };
  return {
    what: phrase('findings:reach.unreachable.text', { host, code }),
    todo: phrase('findings:reach.unreachable.todo'),
  };
}

function answeredProblem(status: number, host: string): ConnectionProblem {
  if (status >= 300 && status < 400)
    return {
      what: phrase('findings:reach.redirect.text', { host, status }),
      todo: phrase('findings:reach.redirect.todo'),
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      what: phrase('findings:reach.gateway.text', { host, status }),
      todo: phrase('findings:reach.gateway.todo'),
    };
  if (status === 401 || status === 403)
    return {
      what: phrase('findings:reach.signIn.text', { host, status }),
      todo: phrase('findings:reach.signIn.todo'),
    };
  return {
    what: phrase('findings:reach.other.text', { host, status }),
    todo: phrase('findings:reach.other.todo'),
  };
}

function isOfCertificate(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(code);
}
