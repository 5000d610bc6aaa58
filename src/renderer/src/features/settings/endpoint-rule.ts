import { endpointProblem, type EndpointProblem } from '#shared/domain/endpoint.ts';
import { endpointWords } from './channel-words.ts';

const says: Record<EndpointProblem, string> = {
  not_an_address: endpointWords.notAnAddress,
  has_credentials: endpointWords.hasCredentials,
  needs_https: endpointWords.needsHttps,
};

/** What is wrong with a typed reply address, in words; undefined where nothing is. Empty is fine: replies go to the test customer. */
export function replyAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : says[problem];
}

/** Whether replies to this address travel unencrypted to another computer. */
export function isUnencrypted(typed: string): boolean {
  return endpointProblem(typed.trim(), false) === 'needs_https';
}
