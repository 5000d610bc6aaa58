import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import type { Pkcs12Answer, Pkcs12Setup } from './own-certificate.ts';

/** The relevant object identifiers in BER. The cost of scrypt does not follow from a single count. */
const DATA = Buffer.from('2a864886f70d010701', 'hex');
const KEY_BAG = Buffer.from('2a864886f70d010c0a0101', 'hex');
const SHROUDED_KEY_BAG = Buffer.from('2a864886f70d010c0a0102', 'hex');
const SCRYPT = Buffer.from('2b06010401da47040b', 'hex');
const INTEGER = 0x02;
const OBJECT_IDENTIFIER = 0x06;
const CONSTRUCTED = 0x20;
const EXPLICIT_0 = 0xa0;

/** One element of BER; `end`: where the next one begins. */
interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly end: number;
}

/** Entry of the thread that reads one PKCS#12 file. */
const { file, passphrase, iterations } = workerData as Pkcs12Setup;
if (parentPort === null) throw new Error('This file runs as a worker thread');
parentPort.postMessage(await readPkcs12(Buffer.from(file, 'base64')));

/** TLS checks the passphrase and reads the certificates; it does not reveal the key, which is read from its bag. */
async function readPkcs12(pfx: Buffer): Promise<Pkcs12Answer> {
  try {
    const { work, key } = scanFile(pfx);
    if (work > iterations) return { refused: 'work' };
    const certificates = await certificatesOf(createSecureContext({ pfx, passphrase }));
    if (key === undefined) return { refused: 'unsupported' };
    return {
      certificates: certificates.map(String).join(''),
      key: createPrivateKey({ key, passphrase, format: 'der', type: 'pkcs8' })
        .export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    };
  } catch (error) {
    return { refused: reasonOf(error) };
  }
}

/** Messages of OpenSSL (headless) and BoringSSL (desktop). */
function reasonOf(error: unknown): 'passphrase' | 'noKey' | 'noCertificate' | 'unsupported' | 'unknown' {
  const words = error instanceof Error ? error.message : '';
  if (/mac verify failure|bad.decrypt|incorrect.password/i.test(words)) return 'passphrase';
  if (words.includes('load private key')) return 'noKey';
  if (words.includes('load certificate')) return 'noCertificate';
  return /unsupported|unknown|missing_mac|too (?:small|weak)/i.test(words) ? 'unsupported' : 'unknown';
}

/** The server's certificate and chain, as a client sees them. */
async function certificatesOf(secureContext: SecureContext): Promise<readonly X509Certificate[]> {
  const [near, far] = duplexPair();
  const server = new TLSSocket(far, { isServer: true, secureContext });
  const client = connect({ socket: near, rejectUnauthorized: false });
  // The client gets the same error.
  server.on('error', () => undefined);
  await once(client, 'secureConnect');
  const chain: X509Certificate[] = [];
  for (let each = client.getPeerX509Certificate(); each !== undefined; each = each.issuerCertificate) chain.push(each);
  client.destroy();
  server.destroy();
  return chain;
}

/**
 * The unencrypted parts of the file: the sum of all numbers outside of keys and certificates (only counts of iterations
 * are large), and its key, as PKCS#8. Throws if it is not BER.
 */
function scanFile(pfx: Buffer): { readonly work: number; readonly key: Buffer | undefined } {
  let work = 0;
  let key: Buffer | undefined;
  const scan = (content: Buffer): void => {
    let type: Buffer | undefined;
    for (let at = 0; at < content.length;) {
      const element = elementAt(content, at);
      at = element.end;
      if (element.tag === OBJECT_IDENTIFIER && element.content.equals(SCRYPT)) throw new Error('unsupported: scrypt');
      if (element.tag === INTEGER) work += Number.parseInt(element.content.toString('hex'), 16);
      if (element.tag === EXPLICIT_0 && type?.equals(DATA)) scan(octets(elementAt(element.content, 0)));
      else if ((element.tag & CONSTRUCTED) !== 0) scan(element.content);
      if (element.tag === EXPLICIT_0 && (type?.equals(KEY_BAG) || type?.equals(SHROUDED_KEY_BAG)))
        key ??= element.content;
      type = element.tag === OBJECT_IDENTIFIER ? element.content : undefined;
    }
  };
  scan(elementAt(pfx, 0).content);
  return { work, key };
}

function elementAt(bytes: Buffer, at: number): Element {
  const tag = bytes.readUInt8(at);
  const first = bytes.readUInt8(at + 1);
  if ((tag & 0x1f) === 0x1f) throw new Error('No element of PKCS#12 has such a tag');
  const begin = at + 2;
  if (first === 0x80) {
    let end = begin;
    while (bytes.readUInt16BE(end) !== 0) end = elementAt(bytes, end).end;
    return { tag, content: bytes.subarray(begin, end), end: end + 2 };
  }
  const longer = first > 0x80 ? first & 0x7f : 0;
  const length = longer === 0 ? first : bytes.readUIntBE(begin, longer);
  const end = begin + longer + length;
  if (end > bytes.length) throw new Error('An element ends beyond its file');
  return { tag, content: bytes.subarray(begin + longer, end), end };
}

/** The content of an octet string, which may be in pieces. */
function octets({ tag, content }: Element): Buffer {
  if ((tag & CONSTRUCTED) === 0) return content;
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length;) {
    const piece = elementAt(content, at);
    pieces.push(octets(piece));
    at = piece.end;
  }
  return Buffer.concat(pieces);
}
