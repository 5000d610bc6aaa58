import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { WebSocketServer } from 'ws';
import type { EngineFrame, SiteMessage, SiteState, SiteStatus, VisitorFrame } from '#shared/site/frames.ts';

/** The button in one of the languages of the app. */
function buttonIn(language: string): Shown['button'] {
  const file = path.resolve(import.meta.dirname, `../../src/shared/locales/${language}/site.json`);
  const { button, close } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly button: string;
    readonly close: string;
  };
  return { name: button, isShown: false, close };
}

const SITE = path.resolve(import.meta.dirname, '../../out/site');

export const PUBLIC_ID = 'lamps';

type Shown = Extract<SiteStatus, { readonly show: true }>;
type Incoming = Omit<SiteMessage, 'id' | 'at'> & { readonly at?: number };

interface Visitor {
  readonly token: string;
  readonly messages: SiteMessage[];
  readonly clientIds: Set<string>;
  seen?: string;
}

interface Connection {
  readonly id: string;
  readonly way: 'socket' | 'poll';
  visitor?: Visitor;
  isWelcomed: boolean;
  readonly send: (frame: EngineFrame) => void;
  readonly drop: () => void;
}

interface Poll {
  readonly connection: Connection;
  readonly queue: EngineFrame[];
  /** of the request that is held back */
  answer?: (() => void) | undefined;
  end?: () => void;
}

/** What a test can change while the engine runs. */
export interface Behaviour {
  status: Partial<Shown>;
  isShown: boolean;
  /** ways that do not open */
  blocked: ('socket' | 'poll')[];
  /** answers each message so */
  refuse: Extract<EngineFrame, { readonly kind: 'refused' }>['code'] | undefined;
  state: SiteState;
  /** messages in a welcome or a page of history */
  pageSize: number;
  /** of new messages; the clock's if missing */
  now: number | undefined;
}

/** An engine that speaks the window's protocol over real HTTP and WebSockets, with its chats in memory. */
export async function startFakeEngine() {
  const behaviour: Behaviour = {
    status: {},
    isShown: true,
    blocked: [],
    refuse: undefined,
    state: { chat: 'none', staffed: true },
    pageSize: 50,
    now: undefined,
  };
  const visitors = new Map<string, Visitor>();
  const connections = new Map<string, Connection>();
  /** by the name that the window has given its connection */
  const polls = new Map<string, Poll>();
  /** connections on which nothing arrives any more, though they look open */
  const dead = new Set<string>();
  const frames: VisitorFrame[] = [];
  const requests: string[] = [];
  const uploads = new Map<string, { name: string; type: SiteMessage['type']; bytes: Buffer }>();
  let count = 0;

  const status = (language: string): SiteStatus =>
    behaviour.isShown
      ? {
          show: true,
          staffed: behaviour.state.staffed,
          open: [],
          language,
          name: 'Bella Lamps',
          color: '#1d5fd0',
          ink: '#ffffff',
          side: 'right',
          theme: 'page',
          button: buttonIn(language),
          texts: {},
          asksConsent: false,
          ask: { name: 'no', email: 'no', phone: 'no' },
          files: true,
          voice: true,
          largestFile: 5_000_000,
          ...behaviour.status,
        }
      : { show: false };

  const append = (visitor: Visitor, message: Incoming): SiteMessage => {
    count += 1;
    const { at = behaviour.now ?? Date.now(), text, ...rest } = message;
    const whole: SiteMessage = {
      ...rest,
      id: String(count),
      at,
      ...(text !== undefined && {
        text,
        blocks: message.blocks ?? text.split('\n\n').map((part) => ({ tag: 'p' as const, of: [part] })),
      }),
    };
    visitor.messages.push(whole);
    for (const connection of connections.values())
      if (connection.visitor === visitor) connection.send({ kind: 'message', message: whole });
    return whole;
  };
  const toEach = (frame: EngineFrame): void => {
    for (const connection of connections.values()) connection.send(frame);
  };

  const answer = (connection: Connection, frame: VisitorFrame): void => {
    frames.push(frame);
    const { visitor } = connection;
    switch (frame.kind) {
      case 'hello': {
        const known = visitors.get(frame.token ?? '');
        if (frame.token !== undefined && known === undefined) return connection.send({ kind: 'gone', what: 'token' });
        if (known !== undefined) connection.visitor = known;
        const all = known?.messages ?? [];
        const after = frame.cursor === undefined ? all : all.filter(({ id }) => Number(id) > Number(frame.cursor));
        const messages = frame.cursor === undefined ? all.slice(-behaviour.pageSize) : after;
        connection.isWelcomed = true;
        return connection.send({
          kind: 'welcome',
          state: behaviour.state,
          messages,
          more: frame.cursor === undefined && all.length > messages.length,
          ...(known?.seen !== undefined && { seen: known.seen }),
        });
      }
      case 'begin': {
        const made: Visitor = { token: `token-${String(visitors.size + 1)}`, messages: [], clientIds: new Set() };
        visitors.set(made.token, made);
        connection.visitor = made;
        return connection.send({ kind: 'token', token: made.token });
      }
      case 'message': {
        if (visitor === undefined) return;
        if (behaviour.refuse !== undefined)
          return connection.send({ kind: 'refused', id: frame.id, code: behaviour.refuse, wait: 500 });
        if (!visitor.clientIds.has(frame.id)) {
          visitor.clientIds.add(frame.id);
          append(visitor, { from: 'visitor', clientId: frame.id, ...contentOf(frame) });
        }
        return connection.send({ kind: 'accepted', id: frame.id, message: String(count) });
      }
      case 'rate': {
        const rated = visitor?.messages.find(({ id }) => id === frame.message);
        if (rated === undefined || visitor === undefined) return;
        const rating = { open: true, rate: frame.rate, ...(frame.comment !== undefined && { comment: frame.comment }) };
        visitor.messages[visitor.messages.indexOf(rated)] = { ...rated, rating };
        connection.send({ kind: 'accepted', id: frame.id });
        return toEach({ kind: 'rated', message: rated.id, rating });
      }
      case 'end': {
        behaviour.state = { ...behaviour.state, chat: 'none' };
        connection.send({ kind: 'accepted', id: frame.id });
        return toEach({ kind: 'state', state: behaviour.state });
      }
      case 'email': {
        const { wantsEmail: _known, ...state } = behaviour.state;
        behaviour.state = state;
        connection.send({ kind: 'accepted', id: frame.id });
        return toEach({ kind: 'state', state });
      }
      case 'history': {
        const before = (visitor?.messages ?? []).filter(({ id }) => Number(id) < Number(frame.before));
        const messages = before.slice(-behaviour.pageSize);
        return connection.send({ kind: 'history', messages, more: before.length > messages.length });
      }
      case 'got': {
        if (frame.seen && visitor !== undefined) visitor.seen = frame.upTo;
        return;
      }
      default:
    }
  };
  const contentOf = (frame: Extract<VisitorFrame, { readonly kind: 'message' }>): Omit<Incoming, 'from'> => {
    const file = uploads.get(frame.upload ?? '');
    return {
      type: frame.voice === true ? 'voice' : (file?.type ?? 'text'),
      ...(frame.text !== undefined && { text: frame.text }),
      ...(file !== undefined && {
        file: {
          url: `/files/${frame.upload ?? ''}`,
          name: file.name,
          size: file.bytes.length,
          width: 320,
          height: 240,
        },
      }),
    };
  };
  const connect = (way: Connection['way'], send: Connection['send'], drop: () => void): Connection => {
    const id = `c${String(Math.random()).slice(2)}`;
    const sendUnlessDead = (frame: EngineFrame): void => {
      if (!dead.has(id)) send(frame);
    };
    const connection: Connection = { id, way, isWelcomed: false, send: sendUnlessDead, drop };
    connections.set(connection.id, connection);
    return connection;
  };

  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://engine');
    requests.push(`${request.method ?? ''} ${url.pathname}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    const route = url.pathname.replace(`/site/${PUBLIC_ID}`, '');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method === 'GET') return serve(url, route, response);
    if (route === '/files') return receive(url, await bodyOf(request), response);
    const body = JSON.parse((await bodyOf(request)).toString()) as Record<string, unknown>;
    if (route === '/poll') return poll(body, response);
    const connection = polls.get(String(body['wire']))?.connection;
    if (route !== '/send' || connection === undefined) return void response.writeHead(404).end();
    for (const frame of body['frames'] as VisitorFrame[]) answer(connection, frame);
    response.writeHead(204).end();
  };
  const poll = (body: Record<string, unknown>, response: ServerResponse): void => {
    if (behaviour.blocked.includes('poll')) return void response.writeHead(403).end();
    const wire = String(body['wire']);
    const begin = (): Poll => {
      const connection = connect(
        'poll',
        (frame) => {
          begun.queue.push(frame);
          begun.answer?.();
        },
        () => {
          polls.delete(wire);
          begun.end?.();
        },
      );
      const begun: Poll = { connection, queue: [] };
      polls.set(wire, begun);
      answer(connection, body['hello'] as VisitorFrame);
      return begun;
    };
    const waiting = polls.get(wire) ?? begin();
    const send = (): void => {
      clearTimeout(timer);
      waiting.answer = undefined;
      response.setHeader('content-type', 'application/json');
      const read: EngineFrame = { kind: 'read', connection: waiting.connection.id, upTo: 0 };
      response.end(JSON.stringify([...waiting.queue.splice(0), read]));
    };
    const timer = setTimeout(send, 25_000);
    if (waiting.queue.length > 0) send();
    else {
      waiting.answer = send;
      waiting.end = () => response.destroy();
    }
  };
  const serve = (url: URL, route: string, response: ServerResponse): void => {
    const { pathname } = url;
    if (route === '.js') return sendFile(response, 'loader.js', 'max-age=300');
    if (pathname.startsWith('/site/assets/')) return sendFile(response, pathname.slice('/site/'.length), 'immutable');
    if (route === '/status') {
      response.setHeader('content-type', 'application/json');
      const language = /^[a-z]+/.exec(url.searchParams.get('language') ?? '')?.[0] ?? 'en';
      return void response.end(JSON.stringify(status(language)));
    }
    const file = uploads.get(pathname.replace('/files/', ''));
    if (file !== undefined) {
      response.setHeader('content-type', file.type === 'photo' ? 'image/png' : 'application/octet-stream');
      return void response.end(file.bytes);
    }
    response.writeHead(404).end();
  };
  const receive = (url: URL, bytes: Buffer, response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json');
    const name = url.searchParams.get('name') ?? '';
    const id = `u${String(uploads.size + 1)}`;
    const type = name.endsWith('.png') ? 'photo' : /\.(webm|ogg)$/.test(name) ? 'audio' : 'document';
    uploads.set(id, { name, type, bytes });
    response.end(JSON.stringify({ upload: id, type }));
  };

  const server: Server = createServer((request, response) => {
    void onRequest(request, response).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    requests.push(`WS ${request.url ?? ''}`);
    if (behaviour.blocked.includes('socket')) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      const connection = connect(
        'socket',
        (frame) => client.send(JSON.stringify(frame)),
        () => client.terminate(),
      );
      client.on('message', (data: Buffer) => answer(connection, JSON.parse(data.toString()) as VisitorFrame));
      client.on('close', () => connections.delete(connection.id));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  return {
    address,
    behaviour,
    frames,
    requests,
    uploads,
    /** ways of the connections that are open */
    ways: () => [...connections.values()].map(({ way }) => way),
    visitors: () => [...visitors.values()],
    /** to every visitor */
    say: (text: string, more: Partial<Incoming> = {}) =>
      [...visitors.values()].map((visitor) =>
        append(visitor, { from: 'operator', name: 'Olga', type: 'text', text, ...more }),
      ),
    post: (message: Incoming) => [...visitors.values()].map((visitor) => append(visitor, message)),
    addFile: (id: string, name: string, type: SiteMessage['type'], bytes: Buffer) =>
      uploads.set(id, { name, type, bytes }),
    /** to every visitor who is connected, at least one */
    toAll: async (frame: EngineFrame) => {
      await expect.poll(() => [...connections.values()].some(({ isWelcomed }) => isWelcomed)).toBe(true);
      toEach(frame);
    },
    /** ends all connections at once */
    drop: () => {
      for (const connection of connections.values()) connection.drop();
      connections.clear();
    },
    /** all connections stay open, and nothing arrives on them any more */
    goSilent: () => {
      for (const id of connections.keys()) dead.add(id);
    },
    close: async () => {
      for (const connection of connections.values()) connection.drop();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeEngine = Awaited<ReturnType<typeof startFakeEngine>>;

function sendFile(response: ServerResponse, file: string, caching: string): void {
  response.setHeader('content-type', 'text/javascript; charset=utf-8');
  response.setHeader('cache-control', `public, ${caching}`);
  try {
    response.end(readFileSync(path.join(SITE, file)));
  } catch {
    response.writeHead(404).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
