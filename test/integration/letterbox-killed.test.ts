/** @module-tag thorough */
import { setTimeout as passing } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startHeadless } from '../fixtures/headless.ts';
import type { Host } from '../fixtures/host-client.ts';
import { BOX_KEY, noPhp, startWebsite, type Website } from '../fixtures/website.ts';

const CUSTOMERS = 50;
const MESSAGES = 10;

/** Posts a customer's messages one after the other, each until it is accepted. */
async function write(website: Website, customer: number): Promise<void> {
  for (let ordinal = 0; ordinal < MESSAGES;) {
    const message = { type: 'text', id: `m-${customer}-${ordinal}`, text: String(ordinal) };
    const status = await fetch(`${website.url}/box.php/path-secret/shop-1`, {
      method: 'POST',
      body: JSON.stringify({ sender: { id: `customer-${customer}` }, message }),
      headers: { connection: 'close' },
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) ordinal += 1;
    else await passing(50);
  }
}

async function received({ rpc }: Host): Promise<ReadonlyMap<string, readonly (string | undefined)[]>> {
  const found = new Map<string, readonly (string | undefined)[]>();
  const { chats } = await rpc('chats.list', { limit: 200 });
  for (const { id: chatId, customer } of chats) {
    const { messages } = await rpc('messages.list', { chatId, limit: 100 });
    found.set(
      customer.externalId,
      messages.filter(({ from }) => from === 'customer').map(({ text }) => text),
    );
  }
  return found;
}

const EVERYTHING = new Map(
  Array.from({ length: CUSTOMERS }, (_, customer) => [
    JSON.stringify(`customer-${customer}`),
    Array.from({ length: MESSAGES }, (_unused, ordinal) => String(ordinal)),
  ]),
);

const provision = (website: Website) => ({
  channels: [
    {
      name: 'Shop',
      publicId: 'shop-1',
      secret: 'path-secret',
      box: { url: website.url, key: BOX_KEY, allowPlainHttp: true },
    },
  ],
});

async function expectEverything(host: Host): Promise<void> {
  const events = await host.events();
  const count = async () => [...(await received(host)).values()].flat().length;
  await events.until(async () => ((await count()) >= CUSTOMERS * MESSAGES ? true : undefined));
  expect(await received(host)).toEqual(EVERYTHING);
}

test.skipIf(noPhp !== undefined).each([true, false])(
  'while the app is off and the website is killed again and again, nothing is lost, doubled or reordered (apart: %s)',
  { timeout: 240_000 },
  async (isApart) => {
    const website = await startWebsite({ isApart });
    const before = await startHeadless({ provision: provision(website) });
    await expect.poll(() => before.log(), { timeout: 20_000 }).toContain('letterbox');
    await before.stop();
    const writing = Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => write(website, customer)));
    for (let turn = 0; turn < 20; turn += 1) {
      await passing(Math.random() * 200);
      await website.kill();
      await website.start();
    }
    await writing;
    const host = await before.restart();
    await expectEverything(host);
    await host.remove();
    await website.remove();
  },
);

test.skipIf(noPhp !== undefined)(
  'while the app and the website are killed again and again, nothing is lost, doubled or reordered',
  { timeout: 400_000 },
  async () => {
    const website = await startWebsite();
    let host = await startHeadless({ provision: provision(website) });
    await expect.poll(() => host.log(), { timeout: 20_000 }).toContain('letterbox');
    const writing = Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => write(website, customer)));
    for (let turn = 0; turn < 20; turn += 1) {
      await passing(Math.random() * 500);
      if (Math.random() < 0.5) {
        await website.kill();
        await website.start();
      } else {
        await host.kill();
        host = await host.restart();
      }
    }
    await writing;
    await expectEverything(host);
    await host.remove();
    await website.remove();
  },
);
