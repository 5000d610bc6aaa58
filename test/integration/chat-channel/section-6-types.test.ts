import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asReceived, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';

let host: Host;
let channel: TestChannel;
let count = 0;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
});

afterAll(() => host.remove());

async function post(message: Record<string, unknown>) {
  const id = `customer-${(count += 1)}`;
  const answered = await channel.post({ sender: { id }, message });
  const chat = await channel.findChat(JSON.stringify(id));
  return {
    status: answered.status,
    body: answered.body,
    chat,
    heard: chat === undefined ? [] : await channel.receivedBy(JSON.stringify(id)),
  };
}

describe('6 message.type', () => {
  test('text: text', async () => {
    const { status, heard } = await post({ type: 'text', text: 'Hello' });
    expect(status).toBe(200);
    expect(heard).toMatchObject([{ type: 'text', text: 'Hello' }]);
  });

  test.each(['typein', 'typeout'])('%s: none; nothing is stored', async (type) => {
    expect(await post({ type })).toMatchObject({ status: 200, chat: undefined });
  });

  test.each(['video', 'audio', 'voice', 'photo', 'sticker', 'document'])(
    '%s: file, file_name, file_size',
    async (type) => {
      const message = { type, file: `https://shop.example/${type}.bin`, file_name: `${type}.bin`, file_size: 4321 };
      const { status, heard, chat } = await post(message);
      expect(status).toBe(200);
      expect(heard).toMatchObject([{ ...asReceived(message), from: 'customer' }]);
      expect(chat).toMatchObject({ unanswered: 1, lastMessage: { type } });
    },
  );

  test.each(['video', 'audio', 'voice', 'photo', 'sticker', 'document'])('%s: without a file, 400', async (type) => {
    const { status, body, chat } = await post({ type, file_name: 'a', file_size: 1 });
    expect(status).toBe(400);
    expect(body).toContain('message.file');
    expect(chat).toBeUndefined();
  });

  test('location: latitude, longitude', async () => {
    const { status, heard } = await post({ type: 'location', latitude: 59.33, longitude: 18.07 });
    expect(status).toBe(200);
    expect(heard).toMatchObject([{ type: 'location', latitude: 59.33, longitude: 18.07 }]);
  });

  test.each(['TEXT', 'image', 'bot', 'constructor', '', 5, null, {}])('%j is not a type: 400', async (type) => {
    const { status, body, chat } = await post({ type, text: 'Hello', file: 'https://shop.example/a' });
    expect(status).toBe(400);
    expect(body).toContain('message.type');
    expect(chat).toBeUndefined();
  });
});
