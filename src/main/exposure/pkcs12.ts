import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { pkcs12, pki } from 'node-forge';
import { refusedCertificate } from './refused-certificate.ts';

/**
 * The certificates and the key of a PKCS#12 file (.p12, .pfx), as PEM. Throws ContractError invalid_input in words.
 * Not left to Node's TLS, which says nothing of what is inside and differs between Node and Electron in which files it takes.
 */
export async function readPkcs12(base64: string, passphrase: string): Promise<{ readonly certificates: string; readonly key: string }> {
  const { default: forge } = await import('node-forge');
  let file: pkcs12.Pkcs12Pfx;
  try {
    const content = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(base64, 'base64').toString('binary')));
    file = read(passphrase, (password) => forge.pkcs12.pkcs12FromAsn1(content, false, password));
  } catch (error) {
    if (isAboutPassphrase(error)) throw refusedCertificate('passphrase', 'The passphrase of this file is another one');
    throw refusedCertificate('pkcs12', 'This is not a PKCS#12 file (.p12 or .pfx), or one of a kind that is not known here');
  }
  const bags = file.safeContents.flatMap(({ safeBags }) => safeBags);
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
  const der = (asn1: pkcs12.Bag['asn1']): Buffer => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
  const certificates = bags.filter(({ type }) => type === certBag).map(({ cert, asn1 }) => der(cert ? forge.pki.certificateToAsn1(cert) : asn1));
  const [key] = bags.filter(({ type }) => type === keyBag || type === pkcs8ShroudedKeyBag).map(({ key: rsa, asn1 }) => der(rsa ? privateKeyInfo(forge.pki, rsa) : asn1));
  if (certificates.length === 0) throw refusedCertificate('pkcs12', 'There is no certificate in this file');
  if (key === undefined) throw refusedCertificate('pkcs12', 'There is no private key in this file: export it again, with its key');
  return {
    certificates: certificates.map((certificate) => new X509Certificate(certificate).toString()).join(''),
    key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** No passphrase is written as an empty one by some programs and as none by others. */
function read(passphrase: string, parse: (password: string | undefined) => pkcs12.Pkcs12Pfx): pkcs12.Pkcs12Pfx {
  try {
    return parse(passphrase);
  } catch (error) {
    if (passphrase !== '') throw error;
    return parse(undefined);
  }
}

function isAboutPassphrase(error: unknown): boolean {
  return error instanceof Error && /password|decrypt/i.test(error.message);
}

function privateKeyInfo({ wrapRsaPrivateKey, privateKeyToAsn1 }: Pick<typeof pki, 'wrapRsaPrivateKey' | 'privateKeyToAsn1'>, key: pki.rsa.PrivateKey) {
  return wrapRsaPrivateKey(privateKeyToAsn1(key));
}
