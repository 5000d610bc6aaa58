import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { foundPort, listenOn, portsToTry, type FoundPort, type WantedAddress } from './listen.ts';

const host = '127.0.0.1';
const found: FoundPort = { wanted: 8787, port: 8789, instead: null };

describe('candidate ports', () => {
  test('are the wanted one, those after it except reserved ones, and then any', () => {
    const ports = portsToTry({ host, port: 8787, reservedPorts: [8788] }, null);
    expect([ports.slice(0, 3), ports.at(-1)]).toEqual([[8787, 8789, 8790], 0]);
    expect(portsToTry({ host, port: 65_534 }, null)).toEqual([65_534, 65_535, 0]);
  });
  test('begin with the one found before for the same wanted port', () => {
    expect(portsToTry({ host, port: 8787 }, found).slice(0, 2)).toEqual([8789, 8790]);
    expect(portsToTry({ host, port: 9000 }, found)[0]).toBe(9000);
  });
  test('are only the one the owner set, or the one they accepted instead', () => {
    expect(portsToTry({ host, port: 9000, isFixed: true }, found)).toEqual([9000]);
    expect(portsToTry({ host, port: 8787, isFixed: true }, found)).toEqual([8789]);
  });
  test('are left to the system if any will do', () => {
    expect(portsToTry({ host, port: 0 }, found)).toEqual([0]);
  });
});

test.each<[number, number, FoundPort | null, FoundPort | undefined]>([
  [8787, 8787, null, undefined],
  [8787, 8788, null, { wanted: 8787, port: 8788, instead: 8787 }],
  [8787, 8789, found, undefined],
  [8787, 8790, found, { wanted: 8787, port: 8790, instead: 8789 }],
  [9000, 9000, found, undefined],
  [9000, 9001, found, { wanted: 9000, port: 9001, instead: 9000 }],
  [0, 40_000, null, undefined],
])('wanted on %d and bound on %d, with %j before, %j is noted', (port, bound, before, noted) => {
  expect(foundPort({ host, port }, bound, before)).toEqual(noted);
});

describe('when a port is taken', () => {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  const occupy = async (port = 0): Promise<Server> => {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    stops.push(() => server.close());
    return server;
  };
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const listen = async (wanted: Omit<WantedAddress, 'host'>): Promise<number> => {
    const app = Fastify();
    stops.push(() => app.close());
    app.get('/', () => 'here');
    await listenOn(app, { ...wanted, host }, null);
    const { port } = app.server.address() as AddressInfo;
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
    return port;
  };

  test('the next free one is used', async () => {
    const taken = portOf(await occupy());
    await occupy(taken + 1).catch(() => undefined);
    expect(await listen({ port: taken })).toBeGreaterThan(taken + 1);
  });

  test('a port set by the owner is never replaced', async () => {
    const taken = portOf(await occupy());
    await expect(listen({ port: taken, isFixed: true })).rejects.toMatchObject({ code: 'EADDRINUSE', port: taken });
  });

  test('the owner is asked, and chooses another one', async () => {
    const taken = portOf(await occupy());
    const asked: number[] = [];
    const port = await listen({ port: taken, isFixed: true, onTaken: async (each) => (asked.push(each), 'another') });
    expect(port).toBeGreaterThan(taken);
    expect(asked).toEqual([taken]);
  });

  test('the owner is asked, and retries the same one, which is free by then', async () => {
    const occupant = await occupy();
    const taken = portOf(occupant);
    let asked = 0;
    const onTaken = async () => {
      asked += 1;
      if (asked === 2) await new Promise((resolve) => occupant.close(resolve));
      return 'again' as const;
    };
    expect(await listen({ port: taken, isFixed: true, onTaken })).toBe(taken);
    expect(asked).toBe(2);
  });

  test('the owner is asked, and gives up', async () => {
    const taken = portOf(await occupy());
    const onTaken = (): Promise<never> => Promise.reject(new Error('enough'));
    await expect(listen({ port: taken, isFixed: true, onTaken })).rejects.toThrow('enough');
  });

  test('a problem with the host itself is not retried on every port', async () => {
    const app = Fastify();
    stops.push(() => app.close());
    await expect(listenOn(app, { host: '203.0.113.1', port: 8787 }, null)).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    });
  });
});
