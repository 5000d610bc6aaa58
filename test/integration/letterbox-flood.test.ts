/** @module-tag thorough */
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import { type Asked, createBoxClient } from '#main/letterbox/box-client.ts';
import { createSeal } from '#main/letterbox/seal.ts';
import { whyNoServer } from '../fixtures/web-servers.ts';
import { BOX_KEY, startWebsite } from '../fixtures/website.ts';

const POSTS = 10_000;
const AT_ONCE = 16;
/** Bytes of a text that a stranger hands in. */
const SIZE = 32 * 1024;
/** Bytes for those who were never answered. */
const ROOM = 32 * 1024 * 1024;

test.skipIf(whyNoServer('nginx') !== undefined)(
  'ten thousand posts from one address fill a part of the room; whoever was there before and the website’s pages go on',
  { timeout: 600_000 },
  async () => {
    const website = await startWebsite({ server: 'nginx' });
    try {
      writeFileSync(join(website.root, 'shop.php'), '<h1>Bella Lamps</h1>');
      const box = createBoxClient({ url: website.url, key: BOX_KEY, clock: systemClock });
      const asked = (more: Partial<Asked> = {}): Asked => ({
        ...{
          ack: 0,
          of: 0,
          batch: crypto.randomUUID(),
          online: true,
          channels: {},
          replies: [],
          out: [],
          window: '{}',
        },
        seal: createSeal('path-secret').publicKey,
        ...more,
      });
      const visit = async (mailbox: string, text: string): Promise<number> => {
        const content = { box: mailbox, have: 0, hello: 'h', wire: 'w', frames: [[true, text]] };
        const body = Buffer.from(JSON.stringify(content)).toString('base64url');
        const answer = await fetch(`${website.url}/box.php?to=/visit`, { method: 'POST', body });
        await answer.text();
        return answer.status;
      };
      await box.exchange(asked());
      const anna = 'ab'.repeat(32);
      expect(await visit(anna, 'hello')).toBe(200);
      await box.exchange(asked({ out: [{ to: anna.slice(0, 32), frames: ['answered'] }] }));

      const statuses = new Map<number, number>();
      let left = POSTS;
      const flood = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          const status = await visit(randomBytes(32).toString('hex'), 'x'.repeat(SIZE));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      const during = (async () => {
        const own: number[] = [];
        for (let turn = 0; turn < 20 && left > 0; turn += 1) {
          own.push(await visit(anna, `still here ${turn}`));
          own.push((await fetch(new URL('/shop.php', website.url))).status);
        }
        return own;
      })();
      await Promise.all(Array.from({ length: AT_ONCE }, flood));
      expect(new Set(await during)).toEqual(new Set([200]));
      // Too many, or no room for strangers any more.
      const refused = POSTS - (statuses.get(200) ?? 0);
      expect(refused).toBeGreaterThan(POSTS / 2);
      expect((statuses.get(429) ?? 0) + (statuses.get(503) ?? 0)).toBe(refused);
      const kept = readdirSync(website.data()).reduce(
        (sum, name) => sum + statSync(join(website.data(), name)).size,
        0,
      );
      expect(kept).toBeLessThan(2 * ROOM);
      expect(await visit(anna, 'after it')).toBe(200);
    } finally {
      await website.remove();
    }
  },
);
