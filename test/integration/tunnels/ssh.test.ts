import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TunnelError } from '#main/exposure/ports.ts';
import { sshTunnel, type SshTunnelOptions } from '#main/exposure/tunnels/ssh.ts';
import { openBot, startStage, type Stage } from '../../fixtures/bots.ts';
import { makeFarNetwork, noFarNetwork, unconfirmed, type FarNetwork } from '../../fixtures/far-network.ts';
import { bodyOf, isReply } from '../../fixtures/integrator.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import {
  freePort,
  makePrivateKey,
  makeUser,
  noPassword,
  noSshd,
  startSshd,
  type Sshd,
  type SshdOptions,
} from '../../fixtures/sshd.ts';
import { isUp, isWaiting, through, watchTunnel, type WatchedTunnel } from '../../fixtures/tunnel-status.ts';
import { phrase } from '#shared/locales/phrase.ts';

const reason = (why: string | undefined): string => (why === undefined ? '' : ` (skipped: ${why})`);

function options(sshd: Sshd, remotePort: number, changes: Partial<SshTunnelOptions> = {}): SshTunnelOptions {
  return {
    host: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    auth: { kind: 'key', key: sshd.key },
    bindAddress: 'localhost',
    remotePort,
    publicUrl: null,
    hostKey: null,
    pin: () => undefined,
    take: (connection) => connection.destroy(),
    ...changes,
  };
}

const localPort = (url: string): number => Number(new URL(url).port);

describe.skipIf(noSshd !== undefined)(`through a real sshd${reason(noSshd)}`, () => {
  let stage: Stage;
  let sshd: Sshd;
  let remotePort: number;

  beforeAll(async () => {
    [stage, sshd, remotePort] = await Promise.all([startStage(), startSshd(), freePort()]);
  });
  afterAll(async () => {
    await stage.stop();
    await sshd.remove();
  });

  const clearing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clear of clearing.splice(0).toReversed()) await clear();
  });
  const anotherSshd = async (given?: SshdOptions): Promise<Sshd> => {
    const started = await startSshd(given);
    clearing.push(started.remove);
    return started;
  };
  const anotherNetwork = (): FarNetwork => {
    const made = makeFarNetwork();
    clearing.push(made.remove);
    return made;
  };

  async function withTunnel(
    run: (tunnel: WatchedTunnel, url: string) => Promise<void>,
    server = sshd,
    changes: Partial<SshTunnelOptions> = {},
  ): Promise<void> {
    const there = changes.remotePort ?? remotePort;
    // The host is a separate process here, so requests are forwarded to its port.
    const take: SshTunnelOptions['take'] = (connection) => {
      const socket = connect({ host: '127.0.0.1', port: localPort(stage.host.listener), allowHalfOpen: true });
      connection.once('close', () => socket.destroy());
      socket.once('close', () => connection.destroy());
      socket.on('error', () => undefined);
      connection.pipe(socket).pipe(connection);
    };
    const tunnel = watchTunnel(sshTunnel(options(server, there, { take, ...changes })), localPort(stage.host.listener));
    try {
      await run(tunnel, `http://127.0.0.1:${there}`);
    } finally {
      await tunnel.stop();
    }
  }

  test('both interfaces work end to end: customer, bot, operator', async () => {
    await withTunnel(async (tunnel, url) => {
      expect(await tunnel.until(isUp)).toEqual({ state: 'up', url });
      const bot = await openBot(stage);
      const message = through(url, bot.channel.messageUrl);
      const service = through(url, bot.serviceUrl);
      const posted = await httpRequest(message, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Is it open?' } }),
      });
      expect(posted.status).toBe(200);
      const { seen } = await bot.address.next('CLIENT_MESSAGE');
      const said = await httpRequest(service, {
        method: 'POST',
        chunkSize: 7,
        body: JSON.stringify({
          id: 'e1',
          event: 'BOT_MESSAGE',
          chat_id: seen.chat_id,
          message: { type: 'TEXT', text: 'Until six', timestamp: 1_790_000_000 },
        }),
      });
      expect(said.status).toBe(200);
      await stage.host.rpc('chats.take', { chatId: seen.chat_id });
      await stage.host.rpc('chats.reply', { chatId: seen.chat_id, text: 'And on Sundays until four' });
      const received = await bot.inbox.waitFor(2, isReply);
      expect(received.map((each) => bodyOf(each).message.text)).toEqual(['Until six', 'And on Sundays until four']);
      expect((await bot.channel.feed('"ann"')).filter(({ from }) => from !== 'system').map(({ text }) => text)).toEqual(
        ['Is it open?', 'Until six', 'And on Sundays until four'],
      );
      expect((await httpRequest(through(url, bot.channel.statusUrl))).status).toBe(200);
      expect((await httpRequest(`${url}/nothing/here`)).status).toBe(404);
    });
  });

  test('a large body and many connections at once arrive whole', async () => {
    await withTunnel(async (tunnel, url) => {
      await tunnel.until(isUp);
      const bot = await openBot(stage);
      const text = 'Forty lamps, please';
      const message = through(url, bot.channel.messageUrl);
      const padding = 'x'.repeat(200_000);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          httpRequest(message, {
            method: 'POST',
            body: JSON.stringify({
              sender: { id: `many-${index}` },
              message: { type: 'text', id: `m${index}`, text },
              padding,
            }),
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
      expect((await bot.channel.receivedBy('"many-39"')).map((each) => each.text)).toEqual([text]);
    });
  });

  test('the server is killed and restarted under load: nothing acknowledged is lost, and the status is true', async () => {
    const server = await anotherSshd();
    const there = await freePort();
    await withTunnel(
      async (tunnel, url) => {
        await tunnel.until(isUp);
        const { channel } = await openBot(stage, { endpoint: 'http://127.0.0.1:1/nobody' });
        const load = startLoad(through(url, channel.messageUrl));
        await load.acknowledged(50);
        for (let round = 0; round < 2; round += 1) {
          const before = load.count();
          await server.kill();
          const broken = await tunnel.until(isWaiting, 5000);
          expect(broken.problem?.what.params?.['host']).toContain('127.0.0.1');
          await server.restart();
          await tunnel.until(isUp, 10_000);
          await load.acknowledged(before + 50);
        }
        const sent = await load.stop();
        for (const [sender, ids] of sent) {
          const heard = (await channel.receivedBy(JSON.stringify(sender))).map(({ text }) => text);
          // One more may have been stored whose response was lost.
          expect(heard.slice(0, ids.length)).toEqual(ids);
          expect(heard.length).toBeLessThanOrEqual(ids.length + 1);
        }
      },
      server,
      { remotePort: there },
    );
  });

  test('a server that falls silent is noticed within five seconds', async () => {
    const server = await anotherSshd();
    const there = await freePort();
    await withTunnel(
      async (tunnel) => {
        await tunnel.until(isUp);
        server.freeze();
        const broken = await tunnel.until(isWaiting, 5000);
        expect(broken.problem?.what).toEqual(phrase('findings:reach.ssh.keepalive', { host: '127.0.0.1' }));
        await server.restart();
        await tunnel.until(isUp, 10_000);
      },
      server,
      { remotePort: there },
    );
  });

  test.skipIf(noFarNetwork !== undefined)(
    `the network breaks without a word: the status is true, and the tunnel is back within ten seconds of it${reason(noFarNetwork)}`,
    async () => {
      const network = anotherNetwork();
      const server = await anotherSshd({ ...network, config: ['GatewayPorts clientspecified'] });
      const there = await freePort();
      const url = `http://${network.address}:${there}`;
      await withTunnel(
        async (tunnel) => {
          expect(await tunnel.until(isUp)).toEqual({ state: 'up', url });
          network.unplug();
          const broken = await tunnel.until(isWaiting, 5000);
          expect(broken.problem?.what).toEqual(phrase('findings:reach.ssh.keepalive', { host: network.address }));
          const attempts = tunnel.said.length;
          await tunnel.until(() => tunnel.said.length >= attempts + 4);
          network.plug();
          expect(await tunnel.until(isUp, 10_000)).toEqual({ state: 'up', url });
          expect((await httpRequest(`${url}/nothing/here`)).status).toBe(404);
        },
        server,
        { host: network.address, remotePort: there, bindAddress: '0.0.0.0' },
      );
    },
  );

  test.skipIf(noFarNetwork !== undefined)(
    `a computer that lost its power gets its port back at once, though the server still waits for it${reason(noFarNetwork)}`,
    async () => {
      const first = anotherNetwork();
      const server = await anotherSshd({ address: first.here, config: ['TCPKeepAlive no'] });
      const held = { ...options(server, await freePort(), { host: first.here }), pin: undefined, take: undefined };
      const before = await holdTunnel(first.within, held);
      // Its pending data would reveal that nobody is there.
      await expect.poll(() => unconfirmed(server.port)).toBe(0);
      first.unplug();
      await before.kill();
      first.remove();
      const after = await holdTunnel(anotherNetwork().within, held);
      expect(after.isRunning()).toBe(true);
      await after.kill();
    },
  );

  test('a new server has its key pinned, as ssh-keygen shows it', async () => {
    const pinned: string[] = [];
    await withTunnel(async (tunnel) => void (await tunnel.until(isUp)), sshd, { pin: (key) => pinned.push(key) });
    expect(pinned).toEqual([sshd.fingerprint()]);
  });

  test('a key other than the pinned one stops everything until the owner accepts it', async () => {
    const server = await anotherSshd();
    const there = await freePort();
    const known = server.fingerprint();
    const pinned: string[] = [];
    await withTunnel(
      async (tunnel) => {
        await tunnel.until(isUp);
        await server.restart({ newHostKey: true });
        const refused = await tunnel.until(({ changedPin }) => changedPin !== undefined);
        expect(refused).toMatchObject({ state: 'waiting', changedPin: { pinned: known, came: server.fingerprint() } });
        expect(refused.retryAt).toBeUndefined();
        expect(server.fingerprint()).not.toBe(known);
        tunnel.wake();
        expect(tunnel.status()).toEqual(refused);
        tunnel.retryNow();
        await tunnel.until(({ state }) => state === 'starting');
        expect(await tunnel.until(isWaiting)).toEqual(refused);
      },
      server,
      { remotePort: there, hostKey: known, pin: (key) => pinned.push(key) },
    );
    expect(pinned).toEqual([]);
  });

  test('a port taken there is retried until it is free', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const address = occupant.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    await withTunnel(
      async (tunnel) => {
        const waiting = await tunnel.until(isWaiting);
        expect(waiting.problem?.what).toEqual(
          phrase('findings:reach.ssh.taken.text', { port: taken, host: '127.0.0.1' }),
        );
        expect(waiting.retryAt).toBeGreaterThan(0);
        occupant.close();
        await tunnel.until(isUp, 10_000);
      },
      sshd,
      { remotePort: taken, bindAddress: '127.0.0.1' },
    );
  });

  test("two tunnels do not take each other's port", async () => {
    await withTunnel(async (first, url) => {
      await first.until(isUp);
      await withTunnel(async (second) => {
        expect((await second.until(isWaiting)).problem?.what).toEqual(
          phrase('findings:reach.ssh.taken.text', { port: remotePort, host: '127.0.0.1' }),
        );
        expect(first.status()).toEqual({ state: 'up', url });
      });
    });
  });

  describe('refusals as text', () => {
    const refusal = async (changes: Partial<SshTunnelOptions>, server = sshd): Promise<TunnelError> => {
      const tried = sshTunnel(options(server, remotePort, changes)).start(1, new AbortController().signal);
      const error: unknown = await tried.then(
        async (tunnel) => tunnel.stop(),
        (cause: unknown) => cause,
      );
      if (!(error instanceof TunnelError)) throw new Error('it was not refused');
      expect(error.problem.todo).not.toBe('');
      return error;
    };

    test('a key unknown to the server', async () => {
      const error = await refusal({ auth: { kind: 'key', key: await makePrivateKey() } });
      expect(error).toMatchObject({
        isFinal: true,
        problem: { what: phrase('findings:reach.ssh.key.text', { host: '127.0.0.1', user: sshd.user }) },
      });
    });

    test.each([
      ['no passphrase', undefined, phrase('findings:reach.ssh.protected.text')],
      ['a wrong passphrase', 'other', phrase('findings:reach.ssh.passphrase.text')],
    ])('a key with %s', async (_name, passphrase, what) => {
      const key = await makePrivateKey('secret words');
      expect(await refusal({ auth: { kind: 'key', key, passphrase } })).toMatchObject({
        isFinal: true,
        problem: { what },
      });
    });

    test('something other than a key', async () => {
      expect(await refusal({ auth: { kind: 'key', key: 'ssh-ed25519 AAAA' } })).toMatchObject({
        isFinal: true,
        problem: { what: phrase('findings:reach.ssh.unreadable.text') },
      });
    });

    test('a server that does not exist', async () => {
      expect(await refusal({ host: 'no-such-server.invalid' })).toMatchObject({
        isFinal: false,
        problem: { what: { params: { host: 'no-such-server.invalid' } } },
      });
    });

    test('a port without a listener', async () => {
      const port = await freePort();
      expect(await refusal({ port })).toMatchObject({
        isFinal: false,
        problem: { what: phrase('findings:reach.ssh.port.text', { host: '127.0.0.1', port }) },
      });
    });

    test('a port with another service', async () => {
      const port = localPort(stage.host.listener);
      expect(await refusal({ port })).toMatchObject({
        isFinal: false,
        problem: { what: phrase('findings:reach.ssh.brokeOff.text', { host: '127.0.0.1' }) },
      });
    });

    test.each([['AllowTcpForwarding no'], ['PermitListen localhost:9'], ['AllowTcpForwarding local']])(
      'a server with %s',
      async (line) => {
        const server = await anotherSshd({ config: [line] });
        expect(await refusal({}, server)).toMatchObject({
          isFinal: true,
          problem: { what: phrase('findings:reach.ssh.forbidden.text', { host: '127.0.0.1', port: remotePort }) },
        });
      },
    );
  });

  describe.skipIf(noPassword !== undefined)(`with a password${reason(noPassword)}`, () => {
    let user: ReturnType<typeof makeUser>;
    beforeAll(() => {
      user = makeUser();
    });
    afterAll(() => user.remove());

    test('the right one signs in, without needing a key with a passphrase next to it', async () => {
      await withTunnel(
        async (tunnel, url) => {
          await tunnel.until(isUp);
          expect((await httpRequest(`${url}/nothing/here`)).status).toBe(404);
        },
        sshd,
        { user: user.name, auth: { kind: 'password', password: user.password } },
      );
    });

    test('a wrong one is reported once and not retried', async () => {
      await withTunnel(
        async (tunnel) => {
          const refused = await tunnel.until(isWaiting);
          expect(refused.problem?.what).toEqual(
            phrase('findings:reach.ssh.password.text', { host: '127.0.0.1', user: user.name }),
          );
          expect(refused.retryAt).toBeUndefined();
        },
        sshd,
        { user: user.name, auth: { kind: 'password', password: 'wrong' } },
      );
    });
  });
});

/** A tunnel held by a separate process; resolves once it is up. */
async function holdTunnel(within: readonly string[], held: object) {
  const script = fileURLToPath(new URL('../../fixtures/ssh-tunnel-process.ts', import.meta.url));
  const child = spawn('env', [...within, process.execPath, script, JSON.stringify(held)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(said)))]);
  return {
    isRunning: () => child.exitCode === null,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Milliseconds after which an integration retries unanswered messages. */
const RETRY_PACE = 50;

/** Customers who write one message after another, each repeated under its id until acknowledged. */
function startLoad(url: string) {
  const sent = new Map<string, string[]>();
  const waiting = new Set<() => void>();
  let acknowledged = 0;
  let isOver = false;
  const write = async (sender: string): Promise<void> => {
    const texts: string[] = [];
    sent.set(sender, texts);
    for (let index = 0; !isOver; index += 1) {
      const text = `${sender} says ${index}`;
      const body = JSON.stringify({
        sender: { id: sender },
        message: { type: 'text', id: `${sender}-${index}`, text },
      });
      let status = 0;
      while (status !== 200 && !isOver) {
        status = await httpRequest(url, { method: 'POST', body }).then(
          (answer) => answer.status,
          () => setTimeout(RETRY_PACE, 0),
        );
      }
      if (status !== 200) return;
      texts.push(text);
      acknowledged += 1;
      for (const look of [...waiting]) look();
    }
  };
  const running = Promise.all(['ann', 'bob', 'eve', 'joe'].map(write));
  return {
    count: () => acknowledged,
    acknowledged: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (acknowledged < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stop: async () => {
      isOver = true;
      await running;
      return sent;
    },
  };
}
