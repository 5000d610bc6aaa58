import { i18n } from '#renderer/language/i18n.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { notifyError } from '#renderer/components/toaster.tsx';

/** The text of an error about one field; undefined if it concerns something else. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ContractError)) return undefined;
  return error.issues?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}

/** Shows in a toast what failed and why. */
export function notifyFailure(what: string, error: unknown): void {
  notifyError(what, error instanceof ContractError ? error.message : i18n.t('settings:notAnswering'));
}
