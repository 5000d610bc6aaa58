import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { subscriberOf } from './client-address.ts';

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

interface OpenConnection {
  readonly name: string;
  readonly client: Client;
  /** among all, and among its client's */
  places: readonly Place[];
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
export function watchConnections(
  server: Server | HttpsServer,
  { most, mostFrom, stopping }: ConnectionRules,
): Connections {
  const open = new Map<string, OpenConnection>();
  const bySocket = new WeakMap<Duplex, OpenConnection>();
  const clients = new Map<string, Client>();
  const everybody = createPlaces();
  const isSecure = 'setSecureContext' in server;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const key = subscriberOf(remoteAddress);
    const client = clients.get(key) ?? { count: 0, places: createPlaces() };
    const mostOfClient = mostFrom(remoteAddress) ?? Infinity;
    const hasRoom =
      (client.count < mostOfClient || makeRoom(client.places, mostOfClient)) &&
      (open.size < most || makeRoom(everybody, most));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const connection: OpenConnection = {
      name: nameOf(socket),
      client,
      places: [],
      socket,
      isHandshaking: isSecure,
      request: undefined,
      unanswered: 0,
    };
    connection.places = [everybody.take(connection), client.places.take(connection)];
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

  const list = (connection: OpenConnection): void => {
    if (open.get(connection.name) !== connection) return;
    for (const place of connection.places) place.list();
  };
  const unlist = (connection: OpenConnection): void => {
    for (const place of connection.places) place.leave();
  };
  const forget = (connection: OpenConnection): void => {
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
      for (const { socket, isHandshaking } of open.values())
        if (socket.bytesRead === 0 || isHandshaking) socket.destroy();
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
  readonly take: (connection: OpenConnection) => Place;
  /** the one to be closed; so many of the unfinished stay as long as there are idle ones */
  readonly next: (newcomers: number) => OpenConnection | undefined;
}

/** A connection's own place among others. */
interface Place {
  /** anew, as it stands now */
  readonly list: () => void;
  readonly leave: () => void;
}

interface Seat {
  readonly connection: OpenConnection;
  /** bytes that had come when it was seated */
  bytes: number;
  row: Row | undefined;
  before: Seat | undefined;
  after: Seat | undefined;
}

function createPlaces(): Places {
  /** those that have got a whole request since they were seated are found when one is looked for */
  const unfinished = new Row();
  const idle = new Row();

  const nextUnfinished = (spared: number): Seat | undefined => {
    let seat = unfinished.first;
    while (seat !== undefined && unfinished.size > spared) {
      const { connection, bytes } = seat;
      const { bytesRead } = connection.socket;
      if (isOwedAnAnswer(connection)) unfinished.remove(seat);
      else if (bytesRead === bytes) return seat;
      // It goes on sending: one that is silent goes before it.
      else unfinished.add(seat, bytesRead);
      seat = unfinished.first;
    }
    return undefined;
  };
  return {
    take: (connection) => {
      const seat: Seat = { connection, bytes: 0, row: undefined, before: undefined, after: undefined };
      return {
        list: () => {
          const isIdle = connection.unanswered === 0 && connection.request?.complete === true;
          (isIdle ? idle : unfinished).add(seat, isIdle ? 0 : connection.socket.bytesRead);
        },
        leave: () => seat.row?.remove(seat),
      };
    },
    next: (newcomers) => (nextUnfinished(newcomers) ?? idle.first ?? nextUnfinished(0))?.connection,
  };
}

/**
 * Seats in the order in which they were taken. Every request changes it twice: outgrown tables of a Map or Set that is
 * written so often would fill the memory with what only a full garbage collection takes away.
 */
class Row {
  first: Seat | undefined;
  #last: Seat | undefined;
  size = 0;

  /** at the end, wherever it was */
  add(seat: Seat, bytes: number): void {
    seat.row?.remove(seat);
    seat.bytes = bytes;
    seat.row = this;
    seat.before = this.#last;
    if (this.#last === undefined) this.first = seat;
    else this.#last.after = seat;
    this.#last = seat;
    this.size += 1;
  }

  remove(seat: Seat): void {
    const { before, after } = seat;
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    seat.row = seat.before = seat.after = undefined;
    this.size -= 1;
  }
}

/** All requests are here whole, or all but the latest of several. */
function isOwedAnAnswer({ request, unanswered }: OpenConnection): boolean {
  return unanswered > (request?.complete === false ? 1 : 0);
}

/** The same for the encrypted connection and the one beneath it. */
function nameOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
