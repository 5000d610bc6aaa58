import { ContractError } from '#shared/contract/errors.ts';
import type { Phrase } from '#shared/locales/phrase.ts';

/** Which of the fields of an import is at fault. */
export type ImportField = 'certificate' | 'key' | 'passphrase' | 'pkcs12';

/** Why a certificate cannot be used, for the one who chose it. */
export function refusedCertificate(path: ImportField, reason: Phrase): ContractError {
  return new ContractError('invalid_input', reason, [{ path, reason }]);
}
