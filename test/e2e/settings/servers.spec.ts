import { PostgresConnection } from '#main/store/postgres/connection.ts';
import { type Host, startHost } from '../../fixtures/host.ts';
import { noPgbouncer, startPgbouncer } from '../../fixtures/pgbouncer.ts';
import { noPostgres, startPostgres } from '../../fixtures/postgres.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test as withHost } from '../fixtures.ts';
import { openSettings } from '../settings-page.ts';

type Server = Awaited<ReturnType<typeof startPostgres>>;

const IVAN = { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001', role: 'operator' };

const test = withHost.extend<{
  readonly server: Server;
  readonly start: (name: string, url?: string) => Promise<Host>;
}>({
  provision: { operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }, IVAN] },
  server: async ({}, use) => {
    const server = await startPostgres();
    await use(server);
    await server.remove();
  },
  start: async ({ server, provision }, use) => {
    const hosts: Host[] = [];
    await use(async (name, url = server.urlOf('postgres')) => {
      const host = await startHost({ provision, database: url, args: ['--node-name', name] });
      hosts.push(host);
      return host;
    });
    for (const host of hosts) await host.remove();
  },
  host: async ({ start }, use) => use(await start('shop-a')),
});

test.describe('servers', { tag: '@thorough' }, () => {
  test.skip(noPostgres !== undefined, noPostgres);

  test('are shown as they come, are updated and go', async ({ openConsole, server, start }) => {
    const page = await openConsole();
    await openSettings(page, 'Servers');
    const main = page.getByRole('main');
    const rows = main.getByRole('list', { name: 'Servers' }).getByRole('listitem');
    await expect(rows).toHaveText(/^shop-aSends replies and does what falls dueVersion .*1 open windowIn sync$/);
    const alone = main.getByText('Only one server is running');
    await expect(alone).toBeVisible();

    const other = await start('shop-b');
    const events = await other.events();
    await expect(rows).toHaveText([/^shop-aSends replies/, /^shop-bVersion .*1 open windowIn sync$/]);
    await expect(main.getByRole('status')).toHaveCount(0);
    await expectAccessible(page, 'servers');
    events.close();
    await expect(rows.last()).toHaveText(/0 open windows/);

    const db = new PostgresConnection(server.urlOf('postgres'));
    await db.run`UPDATE nodes SET version = '9.9.9' WHERE name = 'shop-b'`;
    await expect(main.getByText('Different versions are running')).toBeVisible();
    await expect(rows.last()).toContainText('Version 9.9.9');
    await db.close();

    await other.stop();
    await expect(rows).toHaveCount(1);
    await expect(alone).toBeVisible();

    await server.kill();
    await expect(main.getByRole('alert')).toContainText('The servers can’t be checked right now');
    await expect(rows).toHaveCount(1);
    await expectAccessible(page, 'servers that cannot be checked');
    await server.start();
    await expect(main.getByRole('alert')).toHaveCount(0);
  });

  test('that are too far behind, or do not report, say what that means', async ({ openConsole, host }) => {
    const page = await openConsole();
    let nodes = (await host.rpc('nodes.list', {})).nodes.map((node) => ({ ...node, behind: 201 }));
    await page.route('**/rpc/nodes.list', (route) => route.fulfill({ json: { ok: true, data: { nodes } } }));
    await openSettings(page, 'Servers');
    await expect(page.getByText('201 changes behind')).toBeVisible();
    await expect(page.getByText('What others write appears late', { exact: false })).toBeVisible();
    await expectAccessible(page, 'a server that is behind');
    nodes = [];
    await expect(page.getByText('No server has reported')).toBeVisible();
  });

  test('say so where PostgreSQL’s notices do not arrive', async ({ openConsole, server, start }) => {
    test.skip(noPgbouncer !== undefined, noPgbouncer);
    const bouncer = await startPgbouncer(server.urlOf('postgres'));
    await start('shop-b', bouncer.urlOf('postgres'));
    const page = await openConsole();
    await openSettings(page, 'Servers');
    await expect(page.getByRole('main').getByRole('status')).toContainText('This affects shop-b.');
    await expectAccessible(page, 'servers behind a pooler');
    await bouncer.stop();
  });

  test('are for owners', async ({ openConsole }) => {
    const page = await openConsole(IVAN.accessKey);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const nav = page.getByRole('navigation', { name: 'Settings' });
    await expect(nav.getByRole('link', { name: 'Data' })).toBeVisible();
    await page.goto(`${new URL(page.url()).origin}/#/settings/servers`);
    await expect(page.getByText('Only owners can open this.')).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Servers' })).toHaveCount(0);
  });
});

withHost('a host with a database of its own has no page for servers', async ({ openConsole }) => {
  const page = await openConsole();
  await openSettings(page, 'Backups');
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await expect(nav.getByRole('link', { name: 'Servers' })).toHaveCount(0);
  await page.goto(`${new URL(page.url()).origin}/#/settings/servers`);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});
