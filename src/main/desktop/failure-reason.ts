import { ContractError } from '#shared/contract/errors.ts';
import { englishWords } from '#shared/locales/english.ts';
/** Why something failed, as the end of a sentence. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ContractError) return englishWords(error.reason).replace(/\.$/, '');
  const { code, address, port } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly port?: number;
  };
  if (code === 'EADDRNOTAVAIL') return `${address ?? 'that address'} is not an address of this computer`;
  if (code === 'EADDRINUSE') return `another program already listens on ${address ?? ''}:${port ?? ''}`;
  return error.message.replace(/\.$/, '');
}
