import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteInput } from '#shared/contract/routes.ts';
import type { JournalEntry } from '../../../src/shared/contract/journal.ts';
import { botConversation, startStage, type Stage } from '../../fixtures/bots.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { answer } from '../../fixtures/integrator.ts';
import { phrase } from '#shared/locales/phrase.ts';

const SECRET = 'secret-of-the-shop-1';
const TOKEN = 'token-of-the-bot-1';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({
    provision: {
      channels: [{ name: 'Masked', publicId: 'masked-1', secret: SECRET }],
      bots: [{ name: 'Masked bot', providerId: 'masked-provider', token: TOKEN, channels: ['masked-1'] }],
    },
  });
});
afterAll(() => stage.stop());

const entries = async (selection: RouteInput<'journal.list'>): Promise<readonly JournalEntry[]> =>
  (await stage.host.rpc('journal.list', selection)).entries;
const exchangeOf = async (entry: JournalEntry | undefined) =>
  (await stage.host.rpc('journal.get', { entryId: entry?.id ?? '' })).exchange;

describe('every exchange is recorded:', () => {
  test('a customer’s message, with its response, its sender’s address and its chat', async () => {
    const channel = await openChannel(stage.host);
    await channel.say('anna', 'Hello there');
    const chat = await channel.chatOf('"anna"');
    const [entry, ...others] = await entries({ channelId: channel.id });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      direction: 'in',
      kind: 'message',
      outcome: 'accepted',
      status: 200,
      chatId: chat.id,
      messageId: (await channel.receivedBy('"anna"'))[0]?.id,
      from: '127.0.0.1',
    });
    expect(entry?.size).toBeGreaterThan(20);
    expect(entry?.took).toBeGreaterThan(0);
    expect(await exchangeOf(entry)).toMatchObject({
      method: 'POST',
      url: `/***/${channel.publicId}`,
      whole: true,
      requestBody: '{"sender":{"id":"anna"},"message":{"type":"text","text":"Hello there"}}',
      responseBody: '{"result":"ok"}',
      responseHeaders: [['content-type', 'application/json; charset=utf-8']],
    });
  });

  test('a status request, typing, a repeat and refusals', async () => {
    const channel = await openChannel(stage.host);
    await channel.status();
    await channel.post({ sender: { id: 'anna' }, message: { type: 'typein' } });
    const message = { sender: { id: 'anna' }, message: { type: 'text', text: 'once', id: 'm-1' } };
    await channel.post(message);
    await channel.post(message);
    await channel.post('no json');
    await httpRequest(channel.messageUrl, { method: 'DELETE' });
    expect(
      (await entries({ channelId: channel.id })).map(({ kind, outcome, status }) => `${kind} ${outcome} ${status}`),
    ).toEqual([
      'message refused 405',
      'message refused 400',
      'message repeat 200',
      'message accepted 200',
      'typein accepted 200',
      'status accepted 200',
    ]);
    const [wrongMethod, refused] = await entries({ channelId: channel.id, failedOnly: true });
    expect(wrongMethod?.notes).toEqual([phrase('errors:calls.method', { method: 'DELETE' })]);
    expect((await exchangeOf(wrongMethod))?.url).toBe(`/***/${channel.publicId}`);
    expect(await exchangeOf(refused)).toMatchObject({
      requestBody: 'no json',
      responseBody: expect.stringContaining('invalid_request') as unknown,
    });
  });

  test('a long message, found from each message it was split into', async () => {
    const channel = await openChannel(stage.host);
    await channel.say('anna', 'word '.repeat(500));
    const parts = await channel.receivedBy('"anna"');
    expect(parts.length).toBeGreaterThan(2);
    for (const { id } of parts) expect((await entries({ messageId: id })).map(({ kind }) => kind)).toEqual(['message']);
  });

  test("a reply with the integration's response, for each attempt", async () => {
    const inbox = stage.integrator.endpoint('journal-reply');
    const channel = await openChannel(stage.host, { endpoint: inbox.url });
    inbox.react(answer.error('busy', 'Not now'), answer.ok);
    await channel.say('anna', 'Hello');
    const { id: chatId } = await channel.chatOf('"anna"');
    const { messages } = await stage.host.rpc('chats.reply', { chatId, text: 'Hi Anna' });
    await inbox.waitFor(2);
    await expect
      .poll(async () => (await entries({ messageId: messages[0]?.id ?? '' })).map(({ outcome }) => outcome))
      .toEqual(['delivered', 'failed']);
    const [, failed] = await entries({ messageId: messages[0]?.id ?? '' });
    expect(failed).toMatchObject({ direction: 'out', kind: 'reply', status: 200, chatId });
    expect(await exchangeOf(failed)).toMatchObject({
      method: 'POST',
      url: `${inbox.url}/${channel.publicId}`,
      requestBody: inbox.received[0]?.raw,
      responseBody: '{"error":{"code":"busy","message":"Not now"}}',
    });
  });

  test('an event to a provider and one from it, token masked', async () => {
    const conversation = await botConversation(stage);
    await conversation.say(conversation.chat, 'From the bot');
    await expect
      .poll(async () =>
        (await entries({ botId: conversation.id })).map(({ direction, kind }) => `${direction} ${kind}`).toSorted(),
      )
      .toEqual(['in BOT_MESSAGE', 'out CLIENT_MESSAGE']);
    const all = await entries({ botId: conversation.id, chatId: conversation.chatId });
    const heard = all.find(({ direction }) => direction === 'in');
    expect(heard?.messageId).toBe((await conversation.feed()).find(({ from }) => from === 'bot')?.id);
    expect(await exchangeOf(heard)).toMatchObject({ url: `/webhooks/${conversation.providerId}/***` });
    const told = all.find(({ direction }) => direction === 'out');
    expect(told?.messageId).toBe((await conversation.feed()).find(({ from }) => from === 'customer')?.id);
    expect((await exchangeOf(told))?.url).toBe(`${conversation.address.url}/***`);
  });

  test('a rating on its page', async () => {
    await httpRequest(`${stage.host.listener}/rating/abcdefghijklmnopqrstuvwxyz`);
    const [entry] = await entries({ text: 'rating' });
    expect(entry).toMatchObject({ kind: 'rating', outcome: 'refused', status: 404 });
    expect((await exchangeOf(entry))?.url).toBe('/rating/***');
  });

  test('an unknown address, of which only known names are shown', async () => {
    await httpRequest(`${stage.host.listener}/wrong-secret/masked-1?key=1`, { method: 'POST', body: '{}' });
    const [entry] = await entries({ text: 'unknown address' });
    expect(entry).toMatchObject({ kind: 'unknown address', outcome: 'refused', status: 404 });
    expect((await exchangeOf(entry))?.url).toBe('/***/masked-1?***');
  });
});

test('a flood of requests to unknown addresses, only counted', async () => {
  for (let count = 0; count < 150; count += 1)
    await httpRequest(`${stage.host.listener}/nobody/${count}`, { method: 'POST', body: '{}' });
  expect((await entries({ text: 'unknown address', limit: 200 })).length).toBeLessThanOrEqual(60);
});

test('without any secret in the file, whatever its source', async () => {
  const percent = `%${SECRET.charCodeAt(0).toString(16)}${SECRET.slice(1)}`;
  const paths = [
    `/${SECRET}/masked-1`,
    `/${percent}/masked-1`,
    `/${SECRET}/masked-1/status`,
    `/${SECRET}/masked-2`,
    `/${SECRET}`,
    `/x/${SECRET}/masked-1`,
    `/masked-1?secret=${SECRET}`,
    `/webhooks/masked-provider/${TOKEN}`,
    `/webhooks/${TOKEN}`,
  ];
  for (const path of paths) {
    await httpRequest(`${stage.host.listener}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        cookie: `session=${SECRET}`,
        'user-agent': `agent ${SECRET}`,
        referer: `http://x.example/${SECRET}/`,
      },
      body: JSON.stringify({
        sender: { id: `anna ${SECRET}`, token: 'hidden-by-its-key' },
        message: { type: 'text', text: `The address is ${percent}, and ${TOKEN}` },
      }),
    });
  }
  await entries({});
  const files = (await readdir(stage.host.dataDir)).filter((name) => name.startsWith('journal.db'));
  const stored = Buffer.concat(await Promise.all(files.map((name) => readFile(join(stage.host.dataDir, name)))));
  expect(stored.includes('masked-1')).toBe(true);
  expect(
    [SECRET, TOKEN, percent, SECRET.slice(1), 'hidden-by-its-key'].filter((secret) => stored.includes(secret)),
  ).toEqual([]);
});
