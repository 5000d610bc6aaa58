import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChannel } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { startHost, type Host } from '../fixtures/host.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});

afterAll(() => host.remove());

test('two console windows get the same events, numbered without gaps', async () => {
  const windows = [await host.events(), await host.events()];
  const channel = await openChannel(host);
  for (let count = 0; count < 20; count += 1) await channel.say(`customer-${count % 4}`, `message ${count}`);
  const { id: chatId } = await channel.chatOf('"customer-0"');
  await host.rpc('chats.take', { chatId });
  await host.rpc('chats.markRead', { chatId });
  await host.rpc('chats.close', { chatId });
  const [one, other] = await Promise.all(
    windows.map(async (window) => {
      const { seq: last } = await window.waitFor(
        'message.added',
        ({ chat }) => chat.id === chatId && chat.state === 'closed',
      );
      return window.received.flatMap(({ seq, name, data }) => (seq <= last ? [{ seq, name, data }] : []));
    }),
  );
  const seen = one?.filter(({ seq }) => seq > (windows[1]?.hello.seq ?? 0));
  expect(seen).toEqual(other);
  expect(other?.map(({ seq }) => seq)).toEqual(other?.map((_, index) => (windows[1]?.hello.seq ?? 0) + 1 + index));
  const texts = windows[1]?.received.flatMap((event) =>
    event.name === 'message.added' && event.data.message.from === 'customer' ? [event.data.message.text] : [],
  );
  expect(texts).toEqual(Array.from({ length: 20 }, (_, count) => `message ${count}`));
});

test('a window that reconnects after a restart sees another boot, and gets everything it missed by requests', async () => {
  const own = await startHeadless();
  const channel = await openChannel(own);
  const before = await own.events();
  await channel.say('ann', 'before');
  await own.kill();
  await before.closed;
  const again = await own.restart();
  try {
    const after = await again.events();
    expect(after.hello.boot).not.toBe(before.hello.boot);
    const { chats } = await again.rpc('chats.list', {});
    expect(chats).toMatchObject([{ lastMessage: { text: 'before' } }]);
  } finally {
    await again.remove();
  }
});
