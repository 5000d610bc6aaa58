import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost, type Host } from '../fixtures/host.ts';
import { bodyOf, type Endpoint, type Integrator, isReply, startIntegrator } from '../fixtures/integrator.ts';
import { arrived, FILES, sendMedia } from '../fixtures/media-replies.ts';
import { createQuickClock } from '../fixtures/quick-clock.ts';
import { upload } from '../fixtures/uploads.ts';
import { BOX_KEY, noPhp, startWebsite, type Website } from '../fixtures/website.ts';

let website: Website;
let integrator: Integrator;
let endpoint: Endpoint;
let host: Host;

const BOT = { providerId: 'faq', token: 'a-token-of-the-bot' };

const post = async (id: string, text: string): Promise<void> => {
  const answer = await fetch(`${website.url}/box.php/path-secret/shop-1`, {
    method: 'POST',
    body: JSON.stringify({ sender: { id, name: id }, message: { type: 'text', text } }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { result: 'ok' }]);
};
const status = async (): Promise<string> => (await fetch(`${website.url}/box.php/path-secret/shop-1/status`)).text();
const chatOf = async (name: string) => {
  const { chats } = await host.rpc('chats.list', {});
  return chats.find(({ customer }) => customer.name === name);
};
const textsOf = async (name: string): Promise<readonly (string | undefined)[]> => {
  const chat = await chatOf(name);
  if (chat === undefined) return [];
  const { messages } = await host.rpc('messages.list', { chatId: chat.id });
  return messages.filter(({ from }) => from === 'customer').map(({ text }) => text);
};
/** Waits for an event after which it is so. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const events = await host.events();
  await events.until(async () => ((await isSo()) ? true : undefined));
};

describe.skipIf(noPhp !== undefined)('a website that takes messages in', () => {
  beforeAll(async () => {
    [website, integrator] = await Promise.all([startWebsite(), startIntegrator()]);
    endpoint = integrator.endpoint('hook');
    const box = { url: website.url, key: BOX_KEY, allowPlainHttp: true };
    const shop = { publicId: 'shop-1', secret: 'path-secret', endpoint: endpoint.url, allowPlainHttp: true };
    host = await startHost({
      clock: createQuickClock(),
      provision: {
        operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }],
        channels: [
          { name: 'Shop', ...shop, box },
          { name: 'App', publicId: 'app-1', secret: 'app-secret' },
          { name: 'Window', publicId: 'window-1', kind: 'site' },
        ],
        bots: [{ name: 'FAQ', ...BOT, channels: [] }],
      },
    });
    await host.rpc('operators.setPresence', { presence: 'online' });
  });
  afterAll(async () => {
    await host.remove();
    await Promise.all([website.remove(), integrator.stop()]);
  });

  test('is the address of the channel, and says whether somebody is there', async () => {
    const [channel] = (await host.rpc('channels.list', {})).channels;
    expect(channel?.box).toEqual({ url: website.url, allowPlainHttp: true });
    expect(JSON.stringify(channel)).not.toContain(BOX_KEY);
    const addresses = await host.rpc('channels.addresses', { channelId: channel?.id ?? '' });
    expect(addresses.message).toBe(`${website.url}/box.php/path-secret/shop-1`);
    expect(addresses.status).toBe(`${addresses.message}/status`);
    // The others are reached as before.
    const { channels } = await host.rpc('channels.list', {});
    const [, app, window] = channels.map(({ id: channelId }) => ({ channelId }));
    expect((await host.rpc('channels.addresses', app ?? { channelId: '' })).message).toBe(
      `${host.listener}/app-secret/app-1`,
    );
    const site = await host.rpc('sites.addresses', window ?? { channelId: '' });
    expect(site.script).toBe(`${host.listener}/site/window-1.js`);
    await expect.poll(status, { timeout: 10_000 }).toBe('1');
    await host.rpc('operators.setPresence', { presence: 'away' });
    await expect.poll(status, { timeout: 10_000 }).toBe('0');
    await host.rpc('operators.setPresence', { presence: 'online' });
    await expect.poll(status, { timeout: 10_000 }).toBe('1');
  });

  test('hands a message over, and the reply goes to the integration', async () => {
    await post('Anna', 'Is the lamp there?');
    await until(async () => (await textsOf('Anna')).length === 1);
    const chat = await chatOf('Anna');
    await host.rpc('chats.reply', { chatId: chat?.id ?? '', text: 'It is' });
    const [reply] = await endpoint.waitFor(1, isReply);
    expect(bodyOf(reply).message.text).toBe('It is');
  });

  test('keeps what comes while the app is off; then it arrives once and in order', async () => {
    await host.stop();
    expect(await status()).toBe('0');
    for (const text of ['one', 'two', 'three']) await post('Emil', text);
    // What has no id of its own is the same message twice.
    await post('Emil', 'three');
    host = await host.restart();
    await until(async () => (await textsOf('Emil')).length >= 4);
    expect(await textsOf('Emil')).toEqual(['one', 'two', 'three', 'three']);
  });

  test('hands bots’ posts and files for customers through while the app is on', async () => {
    const bots = await host.rpc('bots.list', {});
    const addresses = await host.rpc('bots.addresses', { botId: bots.bots[0]?.id ?? '' });
    expect(addresses.service).toBe(`${website.url}/box.php/webhooks/${BOT.providerId}/${BOT.token}`);
    const send = (url: string) =>
      fetch(url, { method: 'POST', body: JSON.stringify({ event: 'INVITE_AGENT', chat_id: '9' }) });
    expect((await send(addresses.service)).status).toBe(400);
    expect((await send(`${addresses.service}x`)).status).toBe(401);

    const chat = await chatOf('Anna');
    const { uploadId } = await upload(host, 'lamp.png', FILES['lamp.png']);
    const sent = await sendMedia(host, { chatId: chat?.id ?? '' }, { type: 'photo', uploadId });
    const [photo] = await arrived(endpoint, sent);
    const link = photo?.type === 'photo' ? photo.file : undefined;
    expect(link?.startsWith(`${website.url}/box.php/files/`)).toBe(true);
    const part = await fetch(link ?? '', { headers: { range: 'bytes=0-9' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-9/${FILES['lamp.png'].length}`]);
    const answer = await fetch(link ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILES['lamp.png'])).toBe(true);
  });
});
