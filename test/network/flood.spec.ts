import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { conversation, openChat } from '../e2e/conversation.ts';
import { expect, test } from './fixtures.ts';

/** Connections that remote access keeps at a time, and what the system queues before it: Linux, one more than the backlog. */
const MOST = 1024 + 1025;

test('ten thousand connections to remote access: every customer is answered, colleagues stay connected, and it keeps a bounded number', async ({
  office,
}) => {
  const { host, network, channel, say } = office;
  await say('Anna', 'Hello');
  const { page: ivan } = await office.join('Ivan');
  await openChat(ivan, 'Anna');
  const port = new URL(host().team ?? '').port;
  const enemy = network.addComputer();
  const file = new URL('flood-process.ts', import.meta.url).pathname;
  const [program, ...args] = [...enemy.within, process.execPath, file];
  const flood = spawn(program, [...args, network.host.address, port, '10000', '3000'], { stdio: 'inherit' });
  let isOver = false;
  const ended = once(flood, 'exit').then(([code]) => {
    isOver = true;
    return code as number | null;
  });
  const [list, ...listed] = [...network.host.within, 'ss', '-Htn', 'state', 'established', `( sport = :${port} )`];
  let most = 0;
  let sent = 0;
  while (!isOver) {
    // Fails unless it is answered with 200.
    await say('Anna', `message ${(sent += 1)}`);
    if (sent % 10 > 0) continue;
    // Meanwhile the colleague's screen follows, which a thousand messages in a few seconds would not let it.
    await expect(conversation(ivan, 'Anna').getByText(`message ${sent}`, { exact: true })).toBeVisible();
    most = Math.max(most, execFileSync(list, listed, { encoding: 'utf8' }).split('\n').length - 1);
  }
  expect(await ended).toBe(0);
  expect(sent).toBeGreaterThan(50);
  expect(most).toBeGreaterThan(900);
  expect(most).toBeLessThanOrEqual(MOST);
  const last = `message ${sent}`;
  await expect(conversation(ivan, 'Anna').getByText(last, { exact: true })).toBeVisible();
  await expect(ivan.getByText('Counterbell isn’t responding.')).toHaveCount(0);
  expect((await channel.receivedBy('"Anna"')).length).toBe(sent + 1);
  // Remote access is open to whoever comes next.
  const zoe = await office.seat('Zoe');
  expect(await zoe.request('operators.me', {})).toMatchObject({ ok: true, data: { name: 'Zoe' } });
});
