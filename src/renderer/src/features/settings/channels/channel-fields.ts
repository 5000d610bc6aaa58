import { z } from 'zod';
import { i18n } from '#renderer/language/i18n.ts';
import { channelFields } from '#shared/contract/routes.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';

/** What is typed for a channel; an empty address stands for none. */
export const channelForm = z
  .object({ name: channelFields.name, endpoint: z.string().trim().max(2048), allowPlainHttp: z.boolean() })
  .superRefine(({ endpoint, allowPlainHttp }, context) => {
    const problem = replyAddressProblem(endpoint, allowPlainHttp);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['endpoint'], message: problem });
  });

/** The address as the engine wants it: null for none. */
export function endpointOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** What is wrong with a typed reply address, in words; undefined where nothing is. Empty is fine: replies go to the test customer. */
export function replyAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : i18n.t(`channels:endpoint.${problem}`);
}
