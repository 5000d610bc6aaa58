import { ContractError } from '#shared/contract/errors.ts';

/** Which of the fields of an import is at fault. */
export type ImportField = 'certificate' | 'key' | 'passphrase' | 'pkcs12';

/** Why a certificate cannot be used, for the one who chose it. */
export function refusedCertificate(path: ImportField, message: string): ContractError {
  return new ContractError('invalid_input', message, [{ path, message }]);
}
