import { i18n } from '#renderer/language/i18n.ts';
import { z } from 'zod';
import { botFields } from '#shared/contract/bots.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';

/** What is wrong with a typed provider address, in words; undefined where nothing is. */
export function providerAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return i18n.t('channels:bots.endpointNeeded');
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : i18n.t(`channels:bots.endpointProblem.${problem}`);
}

const providerAddress = z.object({ endpoint: z.string().trim().max(2048), allowPlainHttp: z.boolean() });

/** The address is looked at together with its switch, and whatever is wrong with the other fields. */
const addressRule = {
  path: ['endpoint'],
  when: ({ value }: { readonly value: unknown }) => providerAddress.safeParse(value).success,
  error: ({ input }: { readonly input?: unknown }) => addressProblem(input),
};

function addressProblem(form: unknown): string | undefined {
  const address = providerAddress.safeParse(form);
  return address.success ? providerAddressProblem(address.data.endpoint, address.data.allowPlainHttp) : undefined;
}

/** What is asked for a new bot. */
export const newBotForm = providerAddress
  .extend({ name: botFields.name, token: botFields.token, channelIds: z.array(z.string()) })
  .refine((form) => addressProblem(form) === undefined, addressRule);

const TOKEN_BYTES = 24;

/** A token that nobody guesses: 32 letters, digits, `-` and `_`, which need no escaping in an address. */
export function madeUpToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
