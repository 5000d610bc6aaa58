/** @module-tag thorough */
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { startCluster } from '../../fixtures/cluster.ts';
import { acceptingAddress } from '../../fixtures/integrator.ts';
import { noPostgres, startPostgres } from '../../fixtures/postgres.ts';

const CONNECTIONS = 4;
const CUSTOMERS = 20;
const MESSAGES = 10_000;

test.skipIf(noPostgres !== undefined)(
  `${CONNECTIONS} connections, ${CUSTOMERS} customers, ${MESSAGES} messages: each is counted, and no client sees an error`,
  { timeout: 600_000 },
  async () => {
    const server = await startPostgres();
    const endpoint = await acceptingAddress();
    const channels = [{ name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint, allowPlainHttp: true }];
    const cluster = await startCluster(server, { provision: { channels } }, CONNECTIONS);
    const dispatcher = new Agent({ connections: 1, pipelining: 1 });
    try {
      const statuses = new Map<number, number>();
      let next = 0;
      const post = async (origin: string): Promise<void> => {
        for (let count = next++; count < MESSAGES; count = next++) {
          // Customers change from node to node, so that all change the same chats.
          const body = JSON.stringify({
            sender: { id: `customer-${count % CUSTOMERS}` },
            message: { type: 'text', id: `m-${count}`, text: `text ${count}` },
          });
          const path = '/path-secret-0001/shop';
          const { statusCode, body: answer } = await dispatcher.request({ origin, path, method: 'POST', body });
          await answer.dump();
          statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        }
      };
      await Promise.all(cluster.nodes.map(({ host }) => post(host().listener)));
      expect([...statuses]).toEqual([[200, MESSAGES]]);
      const counts = await cluster.inDatabase(
        (db) => db.all`
          SELECT unanswered, (SELECT count(*) FROM messages WHERE chat_id = chats.id AND author = 'customer') AS messages
          FROM chats`,
      );
      expect(counts).toEqual(
        Array.from({ length: CUSTOMERS }, () => ({
          unanswered: MESSAGES / CUSTOMERS,
          messages: MESSAGES / CUSTOMERS,
        })),
      );
    } finally {
      await dispatcher.destroy();
      await cluster.remove();
      await server.remove();
    }
  },
);
