import { stdSerializers, type SerializedError } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import { englishWords } from '#shared/locales/english.ts';

/** An error for the log: an expected failure with its reason in words. */
export function loggedError(error: Error): SerializedError {
  const logged = stdSerializers.err(error);
  return error instanceof ContractError ? { ...logged, message: englishWords(error.reason) } : logged;
}
