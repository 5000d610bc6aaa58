/** @module-tag thorough */
import { afterEach, expect, test } from 'vitest';
import { channelByPublicId } from '../fixtures/channels.ts';
import { startHeadless, type Headless } from '../fixtures/headless.ts';
import { httpRequest } from '../fixtures/http-request.ts';
import { SMALL_DISK } from '../fixtures/small-disk.ts';
import { integrityOf } from '../fixtures/store-file.ts';

let host: Headless;

afterEach(() => host.remove());

const provision = { channels: [{ name: 'Shop', publicId: 'shop', secret: 'shop-secret-0001' }] };

test.skipIf(process.platform === 'win32')(
  'storage that fails is answered with 503, never 200',
  { timeout: 120_000 },
  async () => {
    host = await startHeadless({ provision });
    await host.stop();
    host = await host.restart(SMALL_DISK);
    const accepted: number[] = [];
    const post = (ordinal: number) => {
      const body = JSON.stringify({
        sender: { id: 'ann' },
        message: { type: 'text', id: String(ordinal), text: `${ordinal} ${'x'.repeat(990)}` },
      });
      return httpRequest(`${host.listener}/shop-secret-0001/shop`, { method: 'POST', body });
    };
    let refused;
    for (let ordinal = 0; refused === undefined && ordinal < 20_000; ordinal += 1) {
      const answered = await post(ordinal);
      if (answered.status === 200) accepted.push(ordinal);
      else refused = answered;
    }
    expect(refused?.status).toBe(503);
    expect(refused?.json()).toEqual({
      error: { code: expect.any(String) as string, message: expect.any(String) as string },
    });
    const [chat] = (await host.rpc('chats.list', {})).chats;
    expect(await host.ask('chats.reply', { chatId: chat?.id, text: 'x'.repeat(60_000) })).toMatchObject({
      ok: false,
      error: { code: 'storage_unavailable' },
    });
    await host.rpc('connection.get', {}).then(({ reach }) =>
      expect(reach).toMatchObject({
        state: 'unreachable',
        problem: { what: { code: 'findings:reach.storage.text' } },
      }),
    );
    const later = await Promise.all(Array.from({ length: 20 }, (_, index) => post(100_000 + index)));
    for (const [index, { status }] of later.entries()) {
      expect([200, 503]).toContain(status);
      if (status === 200) accepted.push(100_000 + index);
    }
    await host.kill();
    expect(await integrityOf(host.dataDir)).toBe('ok');
    host = await host.restart({ before: undefined, env: undefined });
    const channel = await channelByPublicId(host, 'shop');
    const stored = (await channel.receivedBy('"ann"')).map(({ text }) => Number.parseInt(text ?? '', 10));
    expect(stored.filter((ordinal) => ordinal < 100_000)).toEqual(accepted.filter((ordinal) => ordinal < 100_000));
    expect(new Set(stored)).toEqual(new Set(accepted));
  },
);
