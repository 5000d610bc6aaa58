import { i18n } from '#renderer/language/i18n.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';

/** What an answer says about one field; undefined where it is about something else. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ContractError)) return undefined;
  return error.issues?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}

/** Says in a toast what did not work and why. */
export function tellTrouble(what: string, error: unknown): void {
  sayTrouble(what, error instanceof ContractError ? error.message : i18n.t('settings:notAnswering'));
}
