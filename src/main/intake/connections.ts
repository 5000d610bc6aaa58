import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { subscriberOf } from './subscriber.ts';

export interface ConnectionRules {
  /** open at once: the next one takes the place of another that waits for nothing of ours, where there is one */
  readonly most: number;
  /** open at once from this client, in the same way; undefined: as many as the server takes */
  readonly mostFrom: (address: string) => number | undefined;
  /** milliseconds until what is still under way is cut off when the server stops */
  readonly stopping: number;
}

export interface Connections {
  /** this one carries no requests any more (a WebSocket): it is not closed for others */
  readonly keep: (socket: Duplex) => void;
  /** to be called when the server begins to close: closes what waits for nothing, and later cuts off what takes too long */
  readonly end: () => void;
}

interface Connection {
  readonly name: string;
  readonly client: Client;
  /** the encrypted one, as soon as there is one: requests come on it */
  socket: Socket;
  isHandshaking: boolean;
  /** the latest; undefined: none has come yet */
  request: IncomingMessage | undefined;
  /** requests that are not answered yet */
  unanswered: number;
}

interface Client {
  count: number;
  readonly places: Places;
}

/** The part of the places that newcomers keep, who have not had the time to ask: idle connections make room for them. */
const NEWCOMERS = 1 / 16;

/**
 * Keeps to what one client and all of them may have open, and sees that no connection holds up the stop. Where room is needed,
 * those whose head or body is unfinished are closed first, then those between two requests; never one that is owed an answer.
 */
export function watchConnections(server: Server | HttpsServer, { most, mostFrom, stopping }: ConnectionRules): Connections {
  const open = new Map<string, Connection>();
  const bySocket = new WeakMap<Duplex, Connection>();
  const clients = new Map<string, Client>();
  const everybody = createPlaces();
  const isSecure = 'setSecureContext' in server;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const key = subscriberOf(remoteAddress);
    const client = clients.get(key) ?? { count: 0, places: createPlaces() };
    const mostOfClient = mostFrom(remoteAddress) ?? Infinity;
    const hasRoom = (client.count < mostOfClient || makeRoom(client.places, mostOfClient)) && (open.size < most || makeRoom(everybody, most));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const connection: Connection = { name: nameOf(socket), client, socket, isHandshaking: isSecure, request: undefined, unanswered: 0 };
    client.count += 1;
    clients.set(key, client);
    open.set(connection.name, connection);
    bySocket.set(socket, connection);
    list(connection);
    socket.once('close', () => {
      forget(connection);
      if (client.count === 0) clients.delete(key);
    });
  });
  // From here on this socket has what was asked in plain text.
  server.on('secureConnection', (socket: Socket) => {
    const connection = open.get(nameOf(socket));
    if (connection?.isHandshaking !== true) return;
    connection.isHandshaking = false;
    connection.socket = socket;
    bySocket.set(socket, connection);
    list(connection);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.unanswered += 1;
    list(connection);
    response.once('close', () => {
      connection.unanswered -= 1;
      list(connection);
    });
  });

  const list = (connection: Connection): void => {
    if (open.get(connection.name) !== connection) return;
    everybody.list(connection);
    connection.client.places.list(connection);
  };
  const unlist = (connection: Connection): void => {
    everybody.remove(connection);
    connection.client.places.remove(connection);
  };
  const forget = (connection: Connection): void => {
    if (open.get(connection.name) !== connection) return;
    open.delete(connection.name);
    connection.client.count -= 1;
    unlist(connection);
  };
  const makeRoom = (places: Places, amount: number): boolean => {
    const connection = places.next(Math.floor(amount * NEWCOMERS));
    if (connection === undefined) return false;
    forget(connection);
    connection.socket.destroy();
    return true;
  };

  return {
    keep: (socket) => {
      const connection = bySocket.get(socket);
      if (connection !== undefined) unlist(connection);
    },
    end: () => {
      // A connection that stays open after its last answer would hold up the stop.
      server.keepAliveTimeout = 1;
      server.keepAliveTimeoutBuffer = 0;
      // One on which nothing was ever asked (browsers open some ahead) counts as busy for Node.
      for (const { socket, isHandshaking } of open.values()) if (socket.bytesRead === 0 || isHandshaking) socket.destroy();
      // Node looks for late requests no longer once a server closes.
      const late = setTimeout(() => {
        for (const { socket } of open.values()) socket.destroy();
      }, stopping);
      server.once('close', () => clearTimeout(late));
    },
  };
}

/** Connections in the order in which they would be closed for others. */
interface Places {
  /** anew, as it stands now */
  readonly list: (connection: Connection) => void;
  readonly remove: (connection: Connection) => void;
  /** the one to be closed; so many of the unfinished stay as long as there are idle ones */
  readonly next: (newcomers: number) => Connection | undefined;
}

function createPlaces(): Places {
  /** with the bytes that had come by then; those that have got a whole request since are found when it is looked for one */
  const unfinished = new Map<Connection, number>();
  const idle = new Set<Connection>();

  const remove = (connection: Connection): void => {
    unfinished.delete(connection);
    idle.delete(connection);
  };
  const nextUnfinished = (spared: number): Connection | undefined => {
    for (const [connection, before] of unfinished) {
      if (unfinished.size <= spared) return undefined;
      unfinished.delete(connection);
      if (isOwedAnAnswer(connection)) continue;
      const { bytesRead } = connection.socket;
      if (bytesRead === before) return connection;
      // It goes on sending: one that is silent goes before it.
      unfinished.set(connection, bytesRead);
    }
    return undefined;
  };
  return {
    remove,
    list: (connection) => {
      remove(connection);
      if (connection.unanswered === 0 && connection.request?.complete === true) idle.add(connection);
      else unfinished.set(connection, connection.socket.bytesRead);
    },
    next: (newcomers) => {
      const [longestIdle] = idle;
      return nextUnfinished(newcomers) ?? longestIdle ?? nextUnfinished(0);
    },
  };
}

/** All requests are here whole, or all but the latest of several. */
function isOwedAnAnswer({ request, unanswered }: Connection): boolean {
  return unanswered > (request?.complete === false ? 1 : 0);
}

/** The same for the encrypted connection and the one beneath it. */
function nameOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
