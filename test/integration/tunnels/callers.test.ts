import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionChange } from '#shared/contract/connection.ts';
import { sshTunnel } from '#main/exposure/tunnels/ssh.ts';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { httpRequest, type RawAnswer, type RawRequest } from '../../fixtures/http-request.ts';
import { startListenerOnItsOwn } from '../../fixtures/listener-on-its-own.ts';
import { openRawConnection } from '../../fixtures/raw-connection.ts';
import { freePort, noSshd, startSshd, type Sshd } from '../../fixtures/sshd.ts';

/** Only Linux has loopback addresses other than 127.0.0.1 without setup. */
const whyNot = noSshd ?? (process.platform === 'linux' ? undefined : 'only Linux has all of 127.0.0.0/8');

describe.skipIf(whyNot !== undefined)(
  `callers through a real sshd are told apart${whyNot === undefined ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    let host: Headless;
    let sshd: Sshd;
    let channel: TestChannel;
    let base: string;

    beforeAll(async () => {
      const remotePort = await freePort();
      [host, sshd] = await Promise.all([startHeadless(), startSshd()]);
      base = `http://127.0.0.1:${remotePort}`;
      const ssh = {
        host: '127.0.0.1',
        port: sshd.port,
        user: sshd.user,
        auth: 'key' as const,
        bindAddress: 'localhost',
        remotePort,
      };
      await change({ way: 'tunnel', tunnel: { kind: 'ssh', ssh }, secrets: { sshKey: sshd.key } });
      channel = await openChannel(host);
    });
    afterAll(async () => {
      await host.remove();
      await sshd.remove();
    });

    /** Waits until the tunnel is open again. */
    async function change(changed: ConnectionChange): Promise<void> {
      const events = await host.events();
      await host.rpc('connection.change', changed);
      await events.until(async () =>
        (await host.rpc('connection.get', {})).reach.state === 'reachable' ? true : undefined,
      );
      events.close();
    }
    const limits = (perAddress: number, perChannel: number) =>
      host.rpc('connection.change', { limits: { perAddress, perChannel } });
    const say = (from: string, sender: string, request: RawRequest = {}): Promise<RawAnswer> =>
      httpRequest(channel.messageUrl, {
        method: 'POST',
        localAddress: from,
        body: JSON.stringify({ sender: { id: sender }, message: { type: 'text', text: `from ${sender}` } }),
        ...request,
      });
    const statusesOf = async (answers: readonly Promise<RawAnswer>[]): Promise<readonly number[]> =>
      (await Promise.all(answers)).map(({ status }) => status);
    const times = <T>(amount: number, make: (index: number) => T): readonly T[] =>
      Array.from({ length: amount }, (_, index) => make(index));
    const addressOf = async (sender: string): Promise<string | undefined> => {
      const { entries } = await host.rpc('journal.list', { channelId: channel.id, text: `from ${sender}` });
      return entries[0]?.from;
    };

    test('Activity shows the origin of a message', async () => {
      expect((await say('127.0.3.9', 'seen')).status).toBe(200);
      expect(await addressOf('seen')).toBe('127.0.3.9');
    });

    test("a flooding client is refused, while another's messages are all answered", async () => {
      await limits(5, 0);
      const flooding = statusesOf(times(200, () => say('127.0.3.1', 'flood')));
      expect(await statusesOf(times(40, (index) => say('127.0.3.2', `honest-${index}`)))).toEqual(times(40, () => 200));
      const flooded = await flooding;
      expect(flooded.filter((status) => status === 429).length).toBeGreaterThanOrEqual(120);
      expect(flooded.every((status) => status === 200 || status === 429)).toBe(true);
      await limits(300, 200);
    });

    test('a client that floods a channel does not shut out another there', async () => {
      await limits(0, 8);
      const flooded = await statusesOf(times(200, () => say('127.0.4.1', 'flood')));
      expect(flooded.filter((status) => status === 429).length).toBeGreaterThan(60);
      expect(await statusesOf(times(10, () => say('127.0.4.2', 'honest')))).toEqual(times(10, () => 200));
      await limits(300, 200);
    });

    test('a client that guesses addresses is refused, another is not', async () => {
      const guess = (from: string): Promise<RawAnswer> =>
        httpRequest(`${base}/no-such-secret/shop`, { method: 'POST', localAddress: from, body: '{}' });
      const guesses: number[] = [];
      while (!guesses.includes(429) && guesses.length < 2000)
        guesses.push(...(await statusesOf(times(10, () => guess('127.0.5.1')))));
      expect(guesses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(100);
      expect(guesses).toContain(429);
      expect((await guess('127.0.5.2')).status).toBe(404);
      expect((await say('127.0.5.2', 'honest')).status).toBe(200);
    });

    test('a client cannot have more connections than its limit; another still gets in', async () => {
      const beyond = 600 - 512;
      const allBeyond = Promise.withResolvers<void>();
      let closed = 0;
      const opened = [];
      // The server's backlog of connections holds about a hundred.
      for (let round = 0; round < 10; round += 1)
        opened.push(...(await Promise.all(times(60, () => openRawConnection(base, '127.0.6.1')))));
      for (const connection of opened)
        void connection.closed.then(() => (closed += 1) === beyond && allBeyond.resolve());
      await allBeyond.promise;
      expect(await statusesOf(times(20, (index) => say('127.0.6.2', `honest-${index}`)))).toEqual(times(20, () => 200));
      for (const connection of opened) connection.destroy();
    });

    test('X-Forwarded-For is trusted only from the server itself, and only with a web server in front there', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      await say('127.0.0.1', 'unproxied', { headers });
      expect(await addressOf('unproxied')).toBe('127.0.0.1');
      await change({ tunnel: { ssh: { behindProxy: true } } });
      await say('127.0.0.1', 'proxied', { headers });
      await say('127.0.7.1', 'stranger', { headers });
      expect([await addressOf('proxied'), await addressOf('stranger')]).toEqual(['203.0.113.9', '127.0.7.1']);
    });

    test('responses of every size arrive whole, over persistent and closing connections', async () => {
      const large = JSON.stringify({ sender: { id: 'large' }, message: { type: 'text', text: 'x'.repeat(250_000) } });
      for (const connection of ['keep-alive', 'close']) {
        const answer = await say('127.0.8.1', 'large', { body: large, headers: { connection } });
        expect([answer.status, answer.json()]).toEqual([200, { result: 'ok' }]);
      }
      const raw = await openRawConnection(base, '127.0.8.2');
      raw.write(`GET /health HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3));
      await raw.waitFor(() => raw.statuses().length === 3);
      raw.write(`GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await raw.closed;
      expect(raw.statuses()).toEqual([200, 200, 200, 200]);
    });

    test('closing the way in with requests in progress: each is answered first, small or large', async () => {
      const { settings } = await host.rpc('connection.get', {});
      const body = JSON.stringify({ sender: { id: 'late' }, message: { type: 'text', text: 'from late' } });
      const { pathname } = new URL(channel.messageUrl);
      const head = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
      for (let round = 0; round < 5; round += 1) {
        const late = await Promise.all(times(20, () => openRawConnection(base, '127.0.8.3')));
        for (const raw of late) raw.write(head);
        await Promise.all(late.map((raw) => raw.waitFor((text) => text.includes('100 Continue'))));
        const closing = host.rpc('connection.change', { way: 'local' });
        for (const raw of late) raw.write(body);
        for (const raw of late) expect(await raw.closed).toContain('{"result":"ok"}');
        await closing;
        await change({ way: settings.way });
      }
    });

    test('closing the port with a request in progress: it is answered first', async () => {
      const listener = await startListenerOnItsOwn();
      const remotePort = await freePort();
      const server = await listener.open({ through: 'tunnel', host: '127.0.0.1', port: 0, trustedProxies: [] });
      const options = {
        host: '127.0.0.1',
        port: sshd.port,
        user: sshd.user,
        auth: { kind: 'key', key: sshd.key },
        bindAddress: 'localhost',
        remotePort,
        publicUrl: null,
        hostKey: null,
      } as const;
      const tunnel = await sshTunnel({ ...options, pin: () => undefined, take: server.take }).start(
        server.port,
        new AbortController().signal,
      );
      const raw = await openRawConnection(`http://127.0.0.1:${remotePort}`, '127.0.8.3');
      const body = JSON.stringify({ sender: { id: 'late' }, message: { type: 'text', text: 'from late' } });
      raw.write(
        `POST ${listener.path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      );
      await raw.waitFor((text) => text.includes('100 Continue'));
      const closing = server.stop().then(tunnel.stop);
      raw.write(body);
      expect(await raw.closed).toContain('{"result":"ok"}');
      await closing;
      await listener.stop();
    });
  },
);
