import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChannel } from '../fixtures/channels.ts';
import { type Host, startHost } from '../fixtures/host.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});

afterAll(() => host.remove());

test('a window that reconnects after a restart sees another boot, and gets everything it missed by requests', async () => {
  const own = await startHost();
  const channel = await openChannel(own);
  const before = await own.events();
  await channel.say('ann', 'before');
  await own.stop();
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
