import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ExtraServer, ExtraServerOptions, ServerCertificate } from '#main/exposure/ports.ts';
import { trustProxies, type EntryPoint } from '#main/intake/client-address.ts';
import { watchConnections } from '#main/intake/connections.ts';
import { applyBounds, serverOptions, type Bounds } from './bounds.ts';
import { routeEverything, type RefuseUnparsed } from './refusals.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Additional HTTP and HTTPS servers with the listener's bounds and routes. */
export function createExtraServers(options: {
  readonly app: FastifyInstance;
  readonly bounds: Bounds;
  /** true if requests are counted */
  readonly isLimited: () => boolean;
  readonly refuse: RefuseUnparsed;
  /** a server was opened or closed */
  readonly onChange: () => void;
}) {
  const { app, bounds, isLimited, refuse, onChange } = options;
  /** by the connection that carries the requests */
  const entryPoints = new WeakMap<Duplex, EntryPoint & { readonly isClosing: boolean }>();
  /** the latest that is open */
  let opened: EntryPoint | undefined;
  const stops = new Map<Server | HttpsServer, () => Promise<void>>();

  const open = async (wanted: ExtraServerOptions): Promise<ExtraServer> => {
    const isTrusted = trustProxies(wanted.trustedProxies);
    const entryPoint = { through: 'network' as const, isTrusted, isClosing: false };
    const server = createServer((request, response) => app.routing(request, response), bounds, wanted.certificate);
    server.on(wanted.certificate === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
      entryPoints.set(socket, entryPoint);
    });
    routeEverything(server);
    server.on('clientError', (broken, socket) => refuse(broken, socket, isTrusted));
    const maxFrom = (address: string) => (isLimited() && !isTrusted(address) ? bounds.connectionsPerClient : undefined);
    const connections = watchConnections(server, {
      max: bounds.connections,
      maxFrom,
      stopping: bounds.stopping,
    });
    server.on('upgrade', (request, socket, head) => {
      connections.release(socket);
      app.server.emit('upgrade', request, socket, head);
    });
    await listen(server, { host: wanted.host, port: wanted.port, backlog: bounds.connections });
    const stop = async (): Promise<void> => {
      if (entryPoint.isClosing) return;
      entryPoint.isClosing = true;
      if (opened === entryPoint) opened = undefined;
      const closed = once(server, 'close');
      connections.end();
      server.close();
      await closed;
      stops.delete(server);
      onChange();
    };
    stops.set(server, stop);
    opened = entryPoint;
    onChange();
    return {
      port: (server.address() as AddressInfo).port,
      renew: (certificate) => {
        if ('setSecureContext' in server) server.setSecureContext(tlsOptions(certificate));
      },
      stop,
    };
  };

  return {
    open,
    /** the server through which a request came; undefined: none of these */
    entryPointOf: ({ socket }: IncomingMessage) => entryPoints.get(socket),
    /** undefined: none is open */
    entryPoint: () => opened,
    /** of the open servers */
    servers: () => [...stops.keys()],
    stop: async () => {
      await Promise.all(Array.from(stops.values(), (stop) => stop()));
    },
  };
}

function createServer(answer: RequestListener, bounds: Bounds, certificate: ServerCertificate | undefined) {
  const options = serverOptions(bounds);
  const server =
    certificate === undefined
      ? process.getBuiltinModule('node:http').createServer(options, answer)
      : createHttpsServer({ ...options, ...tlsOptions(certificate), handshakeTimeout: bounds.handshake }, answer);
  applyBounds(server, bounds);
  return server;
}

function tlsOptions({ certificate, key }: ServerCertificate) {
  return { cert: certificate, key, minVersion: 'TLSv1.2' as const };
}

/** A computer without IPv6 listens on IPv4 only. */
async function listen(
  server: Server | HttpsServer,
  wanted: Pick<ExtraServerOptions, 'host' | 'port'> & { readonly backlog: number },
) {
  try {
    await once(server.listen(wanted), 'listening');
  } catch (error) {
    const code = systemCode(error);
    if (wanted.host !== '::' || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    await once(server.listen({ ...wanted, host: '0.0.0.0' }), 'listening');
  }
}
