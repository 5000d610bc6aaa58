import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { subscriberOf } from './client-address.ts';
import { isAnswerPending, type Slot, Slots } from './connection-slots.ts';
import { guardEvents } from './fault-scope.ts';
import { answerInOrder } from './in-order.ts';

/** Options of a server's WebSockets: milliseconds a client has to answer their closing before it is cut off. */
export const WEBSOCKETS = { closeTimeout: 2000 };

/**
 * For a server's `shouldUpgradeCallback`: only WebSockets at these addresses. Any other offer (h2c, a body, another
 * path) is answered as the ordinary request that it also is, so it never leaves the server's limits.
 */
export function upgradesAt(paths: RegExp) {
  return ({ method, url = '', headers }: IncomingMessage): boolean =>
    method === 'GET' &&
    /^websocket$/i.test(headers.upgrade ?? '') &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0 &&
    paths.test(url);
}

export interface ConnectionRules {
  /** open at once: the next one replaces another that awaits nothing from us, if there is one */
  readonly max: number;
  /** open at once from one client, in the same way; undefined: as many as the server accepts */
  readonly maxFrom: (address: string) => number | undefined;
  /** milliseconds until answers under way are cut off when the server stops */
  readonly stopping: number;
  /** the same for requests that have not arrived in full */
  readonly arriving?: number;
  /** milliseconds between two looks at who is too slow */
  readonly looks?: number;
}

export type Connections = ReturnType<typeof watchConnections>;

interface OpenConnection {
  readonly name: string;
  /** undefined: it waits for a slot */
  client: Client | undefined;
  /** among all connections, and among the client's */
  slots: readonly Slot<OpenConnection>[];
  /** the encrypted connection, once there is one: requests arrive on it */
  socket: Socket;
  isHandshaking: boolean;
  /** the latest request; undefined: none yet */
  request: IncomingMessage | undefined;
  unanswered: number;
  /** traffic at the last time that enough had moved */
  seen?: Seen;
}

interface Seen {
  readonly request: IncomingMessage;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** since then, with too little moved */
  looks: number;
}

interface Client {
  /** among all clients */
  readonly key: string;
  count: number;
  readonly slots: Slots<OpenConnection>;
}

/** Milliseconds between two looks at who is too slow, and the bytes that have to move meanwhile: a kilobyte a second. */
const LOOKS = 30_000;
const LEAST_BYTES = 30 * 1024;

/** Milliseconds for which a stop waits for the rest of a request: whoever sends one slowly cannot delay a restart. */
const ARRIVING = 2000;

/**
 * Share of the slots reserved for newcomers, who have not had time to ask: idle connections make room for them. As
 * many wait for a slot, unread.
 */
const NEWCOMER_SHARE = 1 / 16;

/**
 * Limits the connections of each client and in total, and keeps any connection from delaying the stop. To make room, it
 * closes connections with an unfinished head or body first, then those between requests, then those whose client no
 * longer reads an answer; never one that awaits an answer. Where all do, the newcomer waits, and the one that has waited
 * longest is closed when too many wait. Whoever sends a body, or takes an answer, more slowly than a
 * kilobyte a second for half a minute is cut off.
 */
export function watchConnections(
  server: Server | HttpsServer,
  { max, maxFrom, stopping, arriving = ARRIVING, looks = LOOKS }: ConnectionRules,
) {
  const open = new Map<string, OpenConnection>();
  const waiting = new Map<string, OpenConnection>();
  const bySocket = new WeakMap<Duplex, OpenConnection>();
  const clients = new Map<string, Client>();
  const allClients = new Slots<OpenConnection>();
  const isSecure = 'setSecureContext' in server;

  answerInOrder(server);
  server.on('connection', (socket: Socket) => {
    guardEvents(socket);
    const connection: OpenConnection = {
      name: connectionKey(socket),
      client: undefined,
      slots: [],
      socket,
      isHandshaking: isSecure,
      request: undefined,
      unanswered: 0,
    };
    bySocket.set(socket, connection);
    socket.once('close', () => {
      forget(connection);
      admitWaiting();
    });
    if (!admit(connection)) wait(connection);
  });
  // From here on this socket carries the decrypted requests.
  server.on('secureConnection', (socket: Socket) => {
    guardEvents(socket);
    const name = connectionKey(socket);
    const connection = open.get(name) ?? waiting.get(name);
    if (connection?.isHandshaking !== true) return;
    connection.isHandshaking = false;
    connection.socket = socket;
    bySocket.set(socket, connection);
    if (connection.client === undefined) hold(socket);
    else list(connection);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    guardEvents(request);
    guardEvents(response);
    const connection = bySocket.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.unanswered += 1;
    list(connection);
    response.once('close', () => {
      connection.unanswered -= 1;
      list(connection);
      admitWaiting();
    });
  });

  /** returns whether there was a slot for it */
  const admit = (connection: OpenConnection): boolean => {
    const { remoteAddress = '' } = connection.socket;
    const key = subscriberOf(remoteAddress);
    const client = clients.get(key) ?? { key, count: 0, slots: new Slots<OpenConnection>() };
    const mostOfClient = maxFrom(remoteAddress) ?? Infinity;
    const hasRoom =
      (client.count < mostOfClient || makeRoom(client.slots, mostOfClient)) &&
      (open.size < max || makeRoom(allClients, max));
    if (!hasRoom) return false;
    connection.client = client;
    connection.slots = [allClients.take(connection), client.slots.take(connection)];
    client.count += 1;
    clients.set(key, client);
    open.set(connection.name, connection);
    keepLooking();
    list(connection);
    return true;
  };
  const wait = (connection: OpenConnection): void => {
    const [longest] = waiting.values();
    if (longest !== undefined && waiting.size >= max * NEWCOMER_SHARE) {
      waiting.delete(longest.name);
      longest.socket.destroy();
    }
    waiting.set(connection.name, connection);
    // Until a handshake is over, nothing can be asked.
    if (!connection.isHandshaking) hold(connection.socket);
  };
  const admitWaiting = (): void => {
    for (const connection of waiting.values()) {
      if (connection.socket.destroyed || !admit(connection)) continue;
      waiting.delete(connection.name);
      if (!connection.isHandshaking) connection.socket.off('data', nothing).resume();
      return;
    }
  };

  const list = (connection: OpenConnection): void => {
    if (open.get(connection.name) !== connection) return;
    for (const slot of connection.slots) slot.slots.list(slot);
  };
  const unlist = (connection: OpenConnection): void => {
    for (const slot of connection.slots) slot.row?.delete(slot);
  };
  const forget = (connection: OpenConnection): void => {
    const { client, name } = connection;
    if (client === undefined) waiting.delete(name);
    if (client === undefined || open.get(name) !== connection) return;
    open.delete(name);
    client.count -= 1;
    if (client.count === 0) clients.delete(client.key);
    unlist(connection);
  };
  const makeRoom = (slots: Slots<OpenConnection>, amount: number): boolean => {
    const connection = slots.next(Math.floor(amount * NEWCOMER_SHARE));
    if (connection === undefined) return false;
    forget(connection);
    connection.socket.destroy();
    return true;
  };

  let looking: NodeJS.Timeout | undefined;
  /** A server without connections has nothing to look at. */
  const keepLooking = (): void => {
    looking ??= setInterval(look, looks).unref();
  };
  const look = (): void => {
    if (open.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
    for (const connection of open.values()) {
      const { request, unanswered, socket, seen } = connection;
      const { bytesRead, bytesWritten, writableLength } = socket;
      if (request === undefined || unanswered === 0) continue;
      const moved = request.complete ? bytesWritten - (seen?.bytesWritten ?? 0) : bytesRead - (seen?.bytesRead ?? 0);
      // Nobody is slow at the first look: short requests have limits of their own.
      if (seen?.request !== request || moved >= LEAST_BYTES || (request.complete && writableLength === 0))
        connection.seen = { request, bytesRead, bytesWritten, looks: 0 };
      // What was written in one piece has moved only when all of it is gone.
      else if ((seen.looks += 1) * LEAST_BYTES >= (request.complete ? writableLength : 0)) socket.destroy();
    }
  };
  server.once('close', () => clearInterval(looking));

  return {
    /** this connection is not closed to make room: a WebSocket, or until the answer to its request ends */
    keep: (socket: Duplex) => {
      const connection = bySocket.get(socket);
      if (connection !== undefined) unlist(connection);
    },
    /** the same, and whoever upgraded this connection counts it */
    release: (socket: Duplex) => {
      const connection = bySocket.get(socket);
      if (connection === undefined) return;
      forget(connection);
      bySocket.delete(socket);
      connection.request = undefined;
      admitWaiting();
    },
    /** call when the server begins to close: closes idle connections, and later cuts off those that take too long */
    end: () => {
      // A connection kept open after its last answer would delay the stop.
      server.keepAliveTimeout = 1;
      server.keepAliveTimeoutBuffer = 0;
      // Node counts a connection that never sent a request (browsers open spare ones) as busy.
      for (const { socket } of waiting.values()) socket.destroy();
      for (const { socket, isHandshaking } of open.values())
        if (socket.bytesRead === 0 || isHandshaking) socket.destroy();
      // Node stops checking for late requests once a server closes.
      const late = setTimeout(() => {
        for (const connection of open.values()) if (!isAnswerPending(connection)) connection.socket.destroy();
      }, arriving);
      const last = setTimeout(() => {
        for (const { socket } of open.values()) socket.destroy();
      }, stopping);
      server.once('close', () => {
        clearTimeout(late);
        clearTimeout(last);
      });
    },
  };
}

/** A listener takes what arrives from Node's parser, which would go on reading a paused connection. */
function hold(socket: Socket): void {
  socket.on('data', nothing).pause();
}
function nothing(): void {}

/** The same key for an encrypted connection and the socket beneath it. */
function connectionKey({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
