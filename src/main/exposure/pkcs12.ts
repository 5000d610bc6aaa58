import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { refusedCertificate } from './refused-certificate.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface Pkcs12Setup {
  /** base64 */
  readonly file: string;
  readonly passphrase: string;
  /** most that all of its keys may be derived with, together */
  readonly iterations: number;
}

type Refusal = 'work' | 'passphrase' | 'unknown' | 'unsupported' | 'no_certificate' | 'no_key';
/** Certificates and key as PEM. */
interface Read {
  readonly certificates: string;
  readonly key: string;
}
export type Pkcs12Answer = Read | { readonly refused: Refusal };

export interface Pkcs12Reading {
  /** built file of pkcs12-worker.ts */
  readonly worker: string | URL;
  /** milliseconds that it may take */
  readonly patience?: number;
}

/** What programs write is a few thousand, Firefox 600,000 for each of its three parts. */
const MOST_ITERATIONS = 5_000_000;
const PATIENCE = 30_000;
const MEGABYTES = 256;

/**
 * The certificates and the key of a PKCS#12 file (.p12, .pfx), as PEM, read on a thread of its own that ends with it:
 * what it may ask for is bounded before it begins, and how long its answer is waited for. Throws ContractError invalid_input in words.
 */
export async function readPkcs12(
  file: string,
  passphrase: string,
  { worker: entry, patience = PATIENCE }: Pkcs12Reading,
): Promise<Read> {
  const workerData: Pkcs12Setup = { file, passphrase, iterations: MOST_ITERATIONS };
  const worker = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } });
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(patience) })) as [Pkcs12Answer];
    if ('refused' in answer) throw refused(answer.refused);
    return answer;
  } catch (error) {
    throw isTooMuch(error) ? refused('work') : error;
  } finally {
    // Not waited for: OpenSSL cannot be interrupted.
    void worker.terminate();
  }
}

/** The time was up, or the memory. */
function isTooMuch(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
  );
}

function refused(why: Refusal): Error {
  switch (why) {
    case 'passphrase':
      return refusedCertificate('passphrase', phrase('errors:refusals.pkcs12.passphrase'));
    case 'unknown':
      return refusedCertificate('pkcs12', phrase('errors:refusals.pkcs12.unknown'));
    case 'unsupported':
      return refusedCertificate('pkcs12', phrase('errors:refusals.pkcs12.unsupported'));
    case 'no_certificate':
      return refusedCertificate('pkcs12', phrase('errors:refusals.pkcs12.noCertificate'));
    case 'no_key':
      return refusedCertificate('pkcs12', phrase('errors:refusals.pkcs12.noKey'));
    case 'work':
      return refusedCertificate('pkcs12', phrase('errors:refusals.certificate.tooMuchWork'));
  }
}
