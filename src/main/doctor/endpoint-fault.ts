import type { DeliveryError } from '#shared/domain/message.ts';
import { failed, type Found } from './check.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** Whose answers are agreed on: those to replies, or those to a bot's events. */
type Side = 'channel' | 'bot';

/** Why an endpoint of somebody else's is not as it must be; names the host alone, because the rest of an address may be secret. */
export function endpointFault(
  error: DeliveryError,
  host: string | Phrase,
  { side, place }: { readonly side: Side; readonly place: string },
): Found {
  switch (error.kind) {
    case 'timeout':
      return failed(
        phrase('findings:findings.endpoint.timeout.text', { host }),
        phrase('findings:findings.endpoint.timeout.todo'),
        place,
      );
    case 'tls':
      return failed(
        error.message === undefined
          ? phrase('findings:findings.endpoint.tls.text', { host })
          : phrase('findings:findings.endpoint.tlsWhy', { host, code: error.message }),
        phrase('findings:findings.endpoint.tls.todo'),
        place,
      );
    case 'redirect':
      return failed(
        phrase('findings:reach.redirect.text', { host, status: error.status ?? 'redirect' }),
        phrase('findings:findings.endpoint.redirect.todo'),
        place,
      );
    case 'status':
    case 'refused':
      return byStatus(error.status ?? 0, host, side, place);
    case 'invalid_answer':
      return failed(
        phrase('findings:findings.endpoint.otherWay.text', { host }),
        phrase(`findings:findings.endpoint.otherWay.${side}.todo`),
        place,
      );
    case 'unreachable':
      return failed(
        error.message === undefined
          ? phrase('findings:findings.endpoint.unreachable.text', { host })
          : phrase('findings:reach.unreachable.text', { host, code: error.message }),
        phrase('findings:findings.endpoint.unreachable.todo'),
        place,
      );
    case 'not_sent':
    case 'interrupted':
      return failed(
        phrase('findings:findings.endpoint.notSent', { host }),
        phrase('findings:findings.again.todo'),
        place,
      );
  }
}

function byStatus(status: number, host: string | Phrase, side: Side, place: string): Found {
  const what = phrase('findings:findings.endpoint.status', { host, status });
  if (status === 401 || status === 403) return failed(what, phrase('findings:findings.endpoint.token.todo'), place);
  if (status === 404 || status === 405) return failed(what, phrase('findings:findings.endpoint.path.todo'), place);
  return failed(what, phrase(`findings:findings.endpoint.log.${side}.todo`), place);
}
