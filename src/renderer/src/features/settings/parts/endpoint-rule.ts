import { i18n } from '#renderer/language/i18n.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';

/** What is wrong with a typed reply address, in words; undefined where nothing is. Empty is fine: replies go to the test customer. */
export function replyAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : i18n.t(`channels:endpoint.${problem}`);
}

/** Whether replies to this address travel unencrypted to another computer. */
export function isUnencrypted(typed: string): boolean {
  return endpointProblem(typed.trim(), false) === 'needs_https';
}
