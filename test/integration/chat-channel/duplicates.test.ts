import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBehindWebsite, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';

let host: Host;
let channel: TestChannel;
let count = 0;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
});

afterAll(() => host.remove());

/** Posts these `message` objects (JSON text) as one new customer; returns the texts that were accepted. */
async function receivedTexts(...messages: readonly string[]): Promise<readonly (string | undefined)[]> {
  const id = JSON.stringify(`customer-${(count += 1)}`);
  for (const message of messages) {
    const { status, body } = await channel.post(`{"sender":{"id":${id}},"message":${message}}`);
    expect([status, body]).toEqual([200, '{"result":"ok"}']);
  }
  return (await channel.receivedBy(id)).map(({ text }) => text);
}

describe('a repeat', () => {
  test('is answered 200 and not shown again', async () => {
    const message = '{"type":"text","id":"m1","text":"Hello"}';
    expect(await receivedTexts(message, message, message)).toEqual(['Hello']);
  });

  test('of a long text is not shown again in any part', async () => {
    const message = JSON.stringify({ type: 'text', id: 'm1', text: 'lamp '.repeat(500) });
    expect(await receivedTexts(message, message)).toHaveLength(3);
  });

  test('of media is recognized too', async () => {
    const message =
      '{"type":"photo","id":"p1","file":"https://shop.example/a.png","file_name":"a.png","file_size":3,"text":"look"}';
    expect(await receivedTexts(message, message)).toEqual(['look']);
  });

  test.skipIf(isBehindWebsite)('is recorded as a repeat in the journal', async () => {
    const own = await openChannel(host);
    const body = { sender: { id: 'a' }, message: { type: 'text', id: 'm1', text: 'Hello' } };
    await own.post(body);
    await own.post(body);
    const { entries } = await host.rpc('journal.list', { channelId: own.id, outcome: 'repeat' });
    expect(entries).toMatchObject([{ direction: 'in', status: 200, outcome: 'repeat' }]);
  });

  test('does not count as unread, even after the chat was closed', async () => {
    const own = await openChannel(host);
    const body = { sender: { id: 'a' }, message: { type: 'text', id: 'm1', text: 'Hello' } };
    await own.post(body);
    await own.post(body);
    const chat = await own.chatOf('"a"');
    expect(chat.unanswered).toBe(1);
    await host.rpc('chats.close', { chatId: chat.id });
    await own.post(body);
    expect(await own.chatOf('"a"')).toMatchObject({ id: chat.id, state: 'closed' });
  });

  test('posted many times at once is shown once', async () => {
    const body = JSON.stringify({ sender: { id: 'eager' }, message: { type: 'text', id: 'm1', text: 'Hello' } });
    const answers = await Promise.all(Array.from({ length: 24 }, () => channel.post(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await channel.receivedBy('"eager"')).toHaveLength(1);
  });
});

describe('not a repeat:', () => {
  test('the same id with other content', async () => {
    expect(
      await receivedTexts(
        '{"type":"text","id":"m1","text":"one"}',
        '{"type":"text","id":"m1","text":"two"}',
        '{"type":"text","id":"m1","text":"three"}',
      ),
    ).toEqual(['one', 'two', 'three']);
  });

  test('another id with the same content', async () => {
    expect(
      await receivedTexts('{"type":"text","id":"m1","text":"Hello"}', '{"type":"text","id":"m2","text":"Hello"}'),
    ).toEqual(['Hello', 'Hello']);
  });
});
