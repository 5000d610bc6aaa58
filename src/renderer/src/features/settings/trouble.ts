import { ContractError } from '#shared/contract/errors.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { words } from './words.ts';

/** What an answer says about one field; undefined where it is about something else. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ContractError)) return undefined;
  return error.issues?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}

/** Says in a toast what did not work and why. */
export function tellTrouble(what: string, error: unknown): void {
  sayTrouble(what, error instanceof ContractError ? error.message : words.notAnswering);
}
