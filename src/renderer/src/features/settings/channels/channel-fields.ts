import { z } from 'zod';
import { i18n } from '#renderer/language/i18n.ts';
import { channelFields } from '#shared/contract/routes.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';

/** The typed fields of a channel; an empty address means none. */
export const channelForm = z
  .object({ name: channelFields.name, endpoint: z.string().trim().max(2048), allowPlainHttp: z.boolean() })
  .superRefine(({ endpoint, allowPlainHttp }, context) => {
    const problem = replyAddressProblem(endpoint, allowPlainHttp);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['endpoint'], message: problem });
  });

/** The address for the engine: null for none. */
export function endpointOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** Why a reply address is invalid; undefined if valid. Empty is valid: replies go to the test customer. */
export function replyAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : i18n.t(`channels:endpoint.${problem}`);
}
