import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionChange, ConnectionView } from '#shared/contract/connection.ts';
import { openBot, startStage, type Stage } from '../../fixtures/bots.ts';
import { ACCESS_KEY } from '../../fixtures/headless.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { freePort, noSshd, startSshd, type Sshd } from '../../fixtures/sshd.ts';
import { through } from '../../fixtures/tunnel-status.ts';

const SHORT = 5000;
const LONG = 10_000;

describe.skipIf(noSshd !== undefined)(
  `a host that the console sends through a real sshd${noSshd === undefined ? '' : ` (skipped: ${noSshd})`}`,
  () => {
    let stage: Stage;
    let sshd: Sshd;
    let remotePort: number;

    beforeAll(async () => {
      [stage, sshd, remotePort] = await Promise.all([startStage(), startSshd(), freePort()]);
    });
    afterEach(() => stage.host.rpc('connection.change', { way: 'local' }));
    afterAll(async () => {
      await stage.stop();
      await sshd.remove();
    });

    const url = (): string => `http://127.0.0.1:${remotePort}`;
    const bySsh = (): ConnectionChange => ({
      way: 'tunnel',
      tunnel: {
        kind: 'ssh',
        ssh: { host: '127.0.0.1', port: sshd.port, user: sshd.user, auth: 'key', bindAddress: 'localhost', remotePort },
      },
      secrets: { sshKey: sshd.key },
    });
    /** The view, once it matches; requested again after each event. */
    async function until(fits: (view: ConnectionView) => boolean, limit: number): Promise<ConnectionView> {
      const events = await stage.host.events();
      const late = AbortSignal.timeout(limit);
      const { promise: over, reject } = Promise.withResolvers<never>();
      let last: ConnectionView | undefined;
      late.addEventListener('abort', () =>
        reject(new Error(`not in ${limit} ms: ${JSON.stringify([last?.reach, last?.tunnel])}`)),
      );
      try {
        return await Promise.race([
          over,
          events.until(async () => {
            last = await stage.host.rpc('connection.get', {});
            return fits(last) ? last : undefined;
          }),
        ]);
      } finally {
        events.close();
      }
    }
    const isReachable = ({ reach }: ConnectionView): boolean => reach.state === 'reachable';
    const isLost = ({ reach, tunnel }: ConnectionView): boolean =>
      reach.state === 'unreachable' && tunnel.state === 'waiting';

    test("reports reachable only after a request has come back through it, and pins the server's key", async () => {
      await stage.host.rpc('connection.change', bySsh());
      const view = await until((each) => isReachable(each) && each.settings.tunnel.ssh.hostKey !== null, LONG);
      expect(view).toMatchObject({
        reach: { state: 'reachable', url: url() },
        tunnel: { state: 'up', url: url() },
        settings: { tunnel: { ssh: { hostKey: sshd.fingerprint() } } },
      });
      expect(JSON.stringify(view)).not.toContain('PRIVATE KEY');
    });

    test('serves both interfaces under the addresses that the console shows', async () => {
      await stage.host.rpc('connection.change', bySsh());
      await until(isReachable, LONG);
      const bot = await openBot(stage);
      expect([new URL(bot.channel.messageUrl).origin, new URL(bot.serviceUrl).origin]).toEqual([url(), url()]);
      await bot.channel.say('ann', 'Is it open?');
      const { seen } = await bot.address.next('CLIENT_MESSAGE');
      await bot.say(seen, 'Until six');
      expect((await bot.channel.feed('"ann"')).filter(({ from }) => from !== 'system').map(({ text }) => text)).toEqual(
        ['Is it open?', 'Until six'],
      );
    });

    test('never carries the console, whatever else is open, even to whoever has a key', async () => {
      await stage.host.rpc('connection.change', bySsh());
      await until(isReachable, LONG);
      await stage.host.rpc('door.change', { on: true, port: await freePort() });
      const { web } = await stage.host.rpc('devices.invite', {});
      const paths = ['/rpc/operators.me', '/events', '/join', '/join/browser', '/join/look', '/sign-in', '/index.html'];
      for (const path of [
        ...paths,
        '/media/backups',
        new URL(stage.host.accessUrl).search.replace('?', '/index.html?'),
      ])
        for (const method of ['GET', 'POST']) {
          const { status, body } = await httpRequest(`${url()}${path}`, {
            method,
            headers: { authorization: `Bearer ${ACCESS_KEY}`, 'content-type': 'application/json' },
            body: method === 'POST' ? JSON.stringify({ secret: web.split('#')[1] }) : undefined,
          });
          expect([path, status]).toEqual([path, 404]);
          expect(body).not.toMatch(/<html|operator/i);
        }
      await stage.host.rpc('door.change', { on: false });
    });

    test('reports a lost server within five seconds, and is open again within ten of its return', async () => {
      await stage.host.rpc('connection.change', bySsh());
      await until(isReachable, LONG);
      await sshd.kill();
      expect((await until(isLost, SHORT)).reach.problem?.what.params?.['host']).toContain('127.0.0.1');
      await sshd.restart();
      await until(isReachable, LONG);
    });

    test('stays closed with another server key until the owner accepts it', async () => {
      await stage.host.rpc('connection.change', bySsh());
      await until(isReachable, LONG);
      const pinned = sshd.fingerprint();
      await sshd.restart({ newHostKey: true });
      const refused = await until(({ tunnel }) => tunnel.changedPin !== undefined, LONG);
      expect(refused).toMatchObject({
        reach: { state: 'unreachable' },
        tunnel: { state: 'waiting', changedPin: { pinned, came: sshd.fingerprint() } },
      });
      await stage.host.rpc('connection.forgetPin', {});
      const again = await until((view) => isReachable(view) && view.settings.tunnel.ssh.hostKey !== null, LONG);
      expect(again.settings.tunnel.ssh.hostKey).toBe(sshd.fingerprint());
    });

    test('this computer only: nothing listens there any more', async () => {
      await stage.host.rpc('connection.change', bySsh());
      await until(isReachable, LONG);
      const bot = await openBot(stage);
      const { messageUrl } = bot.channel;
      await stage.host.rpc('connection.change', { way: 'local' });
      expect((await stage.host.rpc('connection.get', {})).tunnel).toEqual({ state: 'off' });
      await expect(httpRequest(messageUrl)).rejects.toThrow('ECONNREFUSED');
      expect((await httpRequest(through(stage.host.listener, messageUrl))).status).toBe(405);
    });
  },
);
