import type { DeliveryError } from '#shared/domain/entities.ts';
import { failed, type Found } from './check.ts';

/** Why an endpoint of somebody else's is not as it must be; names the host alone, because the rest of an address may be secret. */
export function endpointFault(
  error: DeliveryError,
  host: string,
  { expected, place }: { readonly expected: string; readonly place: string },
): Found {
  switch (error.kind) {
    case 'timeout':
      return failed(
        `${host} does not answer within 3 seconds`,
        'Check that the server behind the address runs, and answers at once.',
        place,
      );
    case 'tls':
      return failed(
        error.message === undefined
          ? `${host} has no certificate that can be believed`
          : `${host} has no certificate that can be believed (${error.message})`,
        'Whoever runs that server has to install a valid certificate with its whole chain.',
        place,
      );
    case 'redirect':
      return failed(
        `${host} sends callers elsewhere (${error.status ?? 'redirect'})`,
        'Enter the address that it sends them to: redirects are not followed.',
        place,
      );
    case 'status':
    case 'refused':
      return byStatus(error.status ?? 0, host, expected, place);
    case 'invalid_answer':
      return failed(
        `${host} answers, but not in the way that is agreed`,
        `The server has to answer with ${expected}.`,
        place,
      );
    case 'unreachable':
      return failed(
        error.message === undefined ? `${host} cannot be reached` : `${host} cannot be reached (${error.message})`,
        'Check the address, and that the server behind it runs.',
        place,
      );
    case 'not_sent':
    case 'interrupted':
      return failed(`Nothing was sent to ${host}`, 'Check again.', place);
  }
}

function byStatus(status: number, host: string, expected: string, place: string): Found {
  const what = `${host} answers with status ${status}`;
  if (status === 401 || status === 403)
    return failed(what, 'Compare the address and the token with those on the other side.', place);
  if (status === 404 || status === 405) return failed(what, 'Check the address: its path may be wrong.', place);
  return failed(what, `Look at the log of that server: it has to answer with ${expected}.`, place);
}
