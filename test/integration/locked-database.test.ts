/** @module-tag thorough */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { startHost, type Host } from '../fixtures/host.ts';
import { httpRequest } from '../fixtures/http-request.ts';

let host: Host;

afterEach(() => host.remove());

/** The host may be writing just then. */
const openAfterWrites = () => new DatabaseSync(join(host.dataDir, 'counterbell.db'), { timeout: 5000 });

const provision = { channels: [{ name: 'Shop', publicId: 'shop', secret: 'shop-secret-0001' }] };

test(
  'a database that another program has open is called that, at the start and while it runs, and is used as soon as it is free',
  { timeout: 60_000 },
  async () => {
    host = await startHost({ provision });
    const post = (id: string) =>
      httpRequest(`${host.listener}/shop-secret-0001/shop`, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', id, text: id } }),
      });
    expect((await post('first')).status).toBe(200);
    const [chat] = (await host.rpc('chats.list', {})).chats;
    {
      using other = openAfterWrites();
      other.exec('BEGIN IMMEDIATE');
      expect((await post('second')).status).toBe(503);
      expect(await host.ask('chats.reply', { chatId: chat?.id, text: 'Hello' })).toMatchObject({
        ok: false,
        error: { code: 'storage_unavailable', reason: { code: 'errors:refusals.store.locked' } },
      });
      expect(host.log()).toContain('database is locked');
    }
    expect((await post('second')).status).toBe(200);
    await host.stop();
    {
      using other = openAfterWrites();
      other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      await expect(host.restart()).rejects.toThrow('another program has its database open');
    }
    host = await host.restart();
    expect((await post('third')).status).toBe(200);
  },
);
