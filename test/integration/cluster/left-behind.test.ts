/** @module-tag thorough */
import { setTimeout as passing } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, type Cluster, type ClusterNode, startCluster } from '../../fixtures/cluster.ts';
import { acceptingAddress } from '../../fixtures/integrator.ts';
import { noPostgres, type Postgres, startPostgres } from '../../fixtures/postgres.ts';

describe.skipIf(noPostgres !== undefined)('what nodes tell each other', () => {
  let server: Postgres;
  let cluster: Cluster;
  beforeAll(async () => {
    server = await startPostgres();
    const endpoint = await acceptingAddress();
    const channels = [{ name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint, allowPlainHttp: true }];
    cluster = await startCluster(server, { provision: { channels } }, 2);
  });
  afterAll(async () => {
    await cluster.remove();
    await server.remove();
  });
  const write = async (node: ClusterNode, text: string): Promise<number> => {
    const body = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text } });
    return (await answerOf(node, 'listener', '/path-secret-0001/shop', { method: 'POST', body })).status;
  };

  test('is deleted when it is old', { timeout: 120_000 }, async () => {
    await write(await cluster.leader(), 'Hello');
    const old = () =>
      cluster.inDatabase(
        (db) => db.value<number>`SELECT count(*) FROM outbox WHERE at < clock_timestamp() - interval '5 minutes'`,
      );
    await cluster.inDatabase((db) => db.run`UPDATE outbox SET at = at - interval '10 minutes'`);
    expect(await old()).toBeGreaterThan(0);
    await expect.poll(old, { timeout: 70_000, interval: 1_000 }).toBe(0);
  });

  test('and a node that has yet to hear of it starts again, and knows it', { timeout: 60_000 }, async () => {
    const [left] = await cluster.others();
    if (left === undefined) throw new Error('there is no other node');
    const { process, log } = left.host();
    process.kill('SIGSTOP');
    // Shorter than others take to find it dead.
    await passing(1_000);
    expect(await write(await cluster.leader(), 'while it was away')).toBe(200);
    await cluster.inDatabase((db) => db.run`DELETE FROM outbox`);
    process.kill('SIGCONT');
    await expect.poll(log, { timeout: 20_000 }).toContain('too far behind');
    await expect.poll(log, { timeout: 20_000 }).toContain('the engine runs again');
    expect(await write(left, 'it is back')).toBe(200);
    const { chats } = await left.host().rpc('chats.list', {});
    expect(chats.map(({ unanswered, lastMessage }) => [unanswered, lastMessage?.text])).toEqual([[3, 'it is back']]);
  });
});
