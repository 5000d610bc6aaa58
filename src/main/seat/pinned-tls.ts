import { createHash, type X509Certificate } from 'node:crypto';
import type { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { HostAddress } from '#shared/domain/invitation.ts';

/** Milliseconds a host may take to accept a connection and to prove its key. */
const CONNECT_LIMIT = 5_000;

/** Another key than the pinned one answered. Nothing was sent to it. */
export class WrongKey extends Error {
  constructor(address: string) {
    super(`Another computer than the host answers at ${address}`);
    this.name = 'WrongKey';
  }
}

/** The address as text, for people and requests. */
export function urlOf(address: HostAddress): string {
  return typeof address === 'string' ? address : address.u;
}

/** Without repeats; the order stays. */
export function uniqueAddresses(addresses: readonly HostAddress[]): readonly HostAddress[] {
  return addresses.filter(
    (address, index) => addresses.findIndex((other) => urlOf(other) === urlOf(address)) === index,
  );
}

/** Identifies the other end as the exchange of a joining app does: the pin, `public` or `plain`. */
export function knownBy(address: HostAddress, pin: string): string {
  if (new URL(urlOf(address)).protocol === 'http:') return 'plain';
  return typeof address === 'string' ? pin : 'public';
}

/** base64url of the SHA-256 of a certificate's public key. */
export function pinOf(certificate: Pick<X509Certificate, 'publicKey'>): string {
  return createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

/**
 * Connects to a host; resolves once its key is verified, before a byte was sent. A pinned key is all that counts: its
 * certificate may have expired, and this computer's clock may be wrong. Rejects with WrongKey or the network's error.
 */
export function connectToHost(address: HostAddress, pin: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(urlOf(address));
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPinned = typeof address === 'string';
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket =
    protocol === 'http:'
      ? connectPlain({ host, port: Number(port || 80) })
      : connectTls({
          host,
          port: Number(port || 443),
          ...(isIP(host) === 0 && { servername: host }),
          // The public authorities don't know the host's key: it is compared with the pin instead.
          rejectUnauthorized: !isPinned,
          minVersion: 'TLSv1.2',
          ALPNProtocols: ['http/1.1'],
        });
  socket.setTimeout(CONNECT_LIMIT, () => socket.destroy(new Error(`${host} does not answer`)));
  socket.once('error', reject);
  socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', () => {
    if (protocol === 'https:' && isPinned && peerPin(socket as TLSSocket) !== pin) {
      socket.destroy();
      return reject(new WrongKey(urlOf(address)));
    }
    socket.setTimeout(0);
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}

function peerPin(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  return certificate && pinOf(certificate);
}

/** Keeps verified connections to one address for HTTP requests and WebSockets. `destroy` closes all of them. */
export function createHostAgent(address: HostAddress, pin: string): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxSockets: 32 };
  const agent =
    new URL(urlOf(address)).protocol === 'http:'
      ? new (process.getBuiltinModule('node:http').Agent)(options)
      : new HttpsAgent(options);
  agent.createConnection = (_options, callback) => {
    connectToHost(address, pin).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}
