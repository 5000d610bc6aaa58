import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import forge from 'node-forge';
import type { asn1, pkcs12, pki } from 'node-forge';
import type { Pkcs12Answer, Pkcs12Setup } from './pkcs12.ts';

class TooMuchWork extends Error {}

/**
 * Entry of the thread that reads one PKCS#12 file. Not left to Node's TLS, which says nothing of what is inside and
 * differs between Node and Electron in which files it takes.
 */
const { file, passphrase, iterations } = workerData as Pkcs12Setup;
if (parentPort === null) throw new Error('This file runs as a worker thread');
parentPort.postMessage(readPkcs12());

/** What guards a passphrase, as far as the types of node-forge leave it out. */
interface Deriving {
  readonly pbe: { getCipher: (oid: string, parameters: asn1.Asn1, password: string) => unknown };
}

function readPkcs12(): Pkcs12Answer {
  let read: pkcs12.Pkcs12Pfx;
  try {
    const content = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(file, 'base64').toString('binary')));
    boundWork(content);
    read = withPassphrase((password) => forge.pkcs12.pkcs12FromAsn1(content, false, password));
  } catch (error) {
    if (error instanceof TooMuchWork) return { refused: 'work' };
    return { refused: isAboutPassphrase(error) ? 'passphrase' : 'unknown' };
  }
  const bags = read.safeContents.flatMap(({ safeBags }) => safeBags);
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
  const der = (content: pkcs12.Bag['asn1']): Buffer => Buffer.from(forge.asn1.toDer(content).getBytes(), 'binary');
  const certificates = bags
    .filter(({ type }) => type === certBag)
    .map(({ cert, asn1: content }) => der(cert ? forge.pki.certificateToAsn1(cert) : content));
  const [key] = bags
    .filter(({ type }) => type === keyBag || type === pkcs8ShroudedKeyBag)
    .map(({ key: rsa, asn1: content }) => der(rsa ? privateKeyInfo(forge.pki, rsa) : content));
  if (certificates.length === 0) return { refused: 'no_certificate' };
  if (key === undefined) return { refused: 'no_key' };
  try {
    return {
      certificates: certificates.map((certificate) => new X509Certificate(certificate).toString()).join(''),
      key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  } catch {
    return { refused: 'unknown' };
  }
}

/**
 * Looks at each count of iterations before anything is derived with it, those inside what was encrypted too; together
 * they come out of one allowance. This thread reads one file, so what it changes of the library ends with it.
 */
function boundWork(content: asn1.Asn1): void {
  let left = iterations;
  const take = (of: asn1.Asn1): void => {
    left -= numbersIn(of);
    if (left < 0) throw new TooMuchWork();
  };
  const { pbe } = forge.pki as typeof forge.pki & Deriving;
  const getCipher = pbe.getCipher;
  pbe.getCipher = (oid, parameters, password) => {
    take(parameters);
    return getCipher(oid, parameters, password);
  };
  // The check of the whole file: its count stands outside of everything else.
  take(content);
}

/** The sum of all numbers in a structure; of what can be counts, nothing else is large. */
function numbersIn({ value, type, tagClass }: asn1.Asn1): number {
  if (Array.isArray(value)) return value.reduce((sum, part) => sum + numbersIn(part), 0);
  if (tagClass !== forge.asn1.Class.UNIVERSAL || type !== forge.asn1.Type.INTEGER) return 0;
  const hex = Buffer.from(value, 'binary').toString('hex');
  return Number.parseInt(hex, 16);
}

/** No passphrase is written as an empty one by some programs and as none by others. */
function withPassphrase(parse: (password: string | undefined) => pkcs12.Pkcs12Pfx): pkcs12.Pkcs12Pfx {
  try {
    return parse(passphrase);
  } catch (error) {
    if (passphrase !== '' || error instanceof TooMuchWork) throw error;
    return parse(undefined);
  }
}

function isAboutPassphrase(error: unknown): boolean {
  return error instanceof Error && /password|decrypt/i.test(error.message);
}

function privateKeyInfo(
  { wrapRsaPrivateKey, privateKeyToAsn1 }: Pick<typeof pki, 'wrapRsaPrivateKey' | 'privateKeyToAsn1'>,
  key: pki.rsa.PrivateKey,
) {
  return wrapRsaPrivateKey(privateKeyToAsn1(key));
}
