import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CarriedConnection, Door, DoorOptions, ServerCertificate } from '#main/exposure/ports.ts';
import { trustOnly, type Entrance } from '#main/intake/client-address.ts';
import { watchConnections } from '#main/intake/connections.ts';
import { bind, serverOptions, type Bounds } from './bounds.ts';
import { leadAllToRoutes, type RefuseUnread } from './refusals.ts';
import { systemCode } from '#shared/domain/system-code.ts';

export interface FurtherDoors {
  readonly open: (options: DoorOptions) => Promise<Door>;
  /** the door through which a request came; undefined: none of these */
  readonly entranceOf: (request: IncomingMessage) => (Entrance & { readonly isClosing: boolean }) | undefined;
  /** undefined: closed */
  readonly entrance: (through: Entrance['through']) => Entrance | undefined;
  /** of the open doors */
  readonly servers: () => readonly Pick<Server, 'address'>[];
  readonly stop: () => Promise<void>;
}

export interface FurtherDoorOptions {
  readonly app: FastifyInstance;
  readonly bounds: Bounds;
  /** whether requests are counted */
  readonly isLimited: () => boolean;
  readonly refuse: RefuseUnread;
  /** a door was opened or closed */
  readonly onChange: () => void;
}

/** Additional HTTP and HTTPS servers with the listener's bounds and routes. */
export function createDoors({ app, bounds, isLimited, refuse, onChange }: FurtherDoorOptions): FurtherDoors {
  /** by the connection that carries the requests */
  const entrances = new WeakMap<Duplex, Entrance & { readonly isClosing: boolean }>();
  const opened = new Map<Entrance['through'], Entrance>();
  const stops = new Map<Server | HttpsServer, () => Promise<void>>();

  const open = async (options: DoorOptions): Promise<Door> => {
    const isTrusted = trustOnly(options.trustedProxies);
    const entrance = { through: options.through ?? 'network', isTrusted, isClosing: false };
    const server = createServer((request, response) => app.routing(request, response), bounds, options.certificate);
    server.on(options.certificate === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
      entrances.set(socket, entrance);
    });
    leadAllToRoutes(server);
    server.on('clientError', (broken, socket) => refuse(broken, socket, isTrusted));
    const mostFrom = (address: string): number | undefined =>
      isLimited() && !isTrusted(address) ? bounds.connectionsOfOne : undefined;
    const connections = watchConnections(server, {
      most: options.connections ?? bounds.connections,
      mostFrom,
      stopping: bounds.stopping,
    });
    await listen(server, options);
    const carried = new Set<CarriedConnection>();
    const take = (connection: CarriedConnection): void => {
      carried.add(connection);
      connection.once('close', () => carried.delete(connection));
      server.emit('connection', connection);
    };
    const stop = async (): Promise<void> => {
      if (entrance.isClosing) return;
      entrance.isClosing = true;
      if (opened.get(entrance.through) === entrance) opened.delete(entrance.through);
      const closed = once(server, 'close');
      connections.end();
      server.close();
      await Promise.all([closed, allClosed(carried, bounds.stopping)]);
      stops.delete(server);
      onChange();
    };
    stops.set(server, stop);
    opened.set(entrance.through, entrance);
    onChange();
    return {
      port: (server.address() as AddressInfo).port,
      take,
      renew: (certificate) => {
        if ('setSecureContext' in server) server.setSecureContext(tlsOptions(certificate));
      },
      stop,
    };
  };

  return {
    open,
    entranceOf: ({ socket }) => entrances.get(socket),
    entrance: (through) => opened.get(through),
    servers: () => [...stops.keys()],
    stop: async () => {
      await Promise.all(Array.from(stops.values(), (stop) => stop()));
    },
  };
}

/** A closing server does not wait for connections that it did not accept itself; slow ones are cut off. */
async function allClosed(carried: ReadonlySet<CarriedConnection>, limit: number): Promise<void> {
  const late = setTimeout(() => {
    for (const connection of carried) connection.destroy();
  }, limit);
  await Promise.all(Array.from(carried, (connection) => once(connection, 'close')));
  clearTimeout(late);
}

function createServer(
  answer: RequestListener,
  bounds: Bounds,
  certificate: ServerCertificate | undefined,
): Server | HttpsServer {
  const options = serverOptions(bounds);
  const server =
    certificate === undefined
      ? createHttpServer(options, answer)
      : createHttpsServer({ ...options, ...tlsOptions(certificate), handshakeTimeout: bounds.handshake }, answer);
  bind(server, bounds);
  return server;
}

function tlsOptions({ certificate, key }: ServerCertificate) {
  return { cert: certificate, key, minVersion: 'TLSv1.2' as const };
}

/** A computer without IPv6 listens on IPv4 only. */
async function listen(server: Server | HttpsServer, { host, port }: Pick<DoorOptions, 'host' | 'port'>): Promise<void> {
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    const code = systemCode(error);
    if (host !== '::' || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    await once(server.listen({ host: '0.0.0.0', port }), 'listening');
  }
}
