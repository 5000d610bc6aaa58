import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { count, flood, noOtherAddresses } from '../../fixtures/flood.ts';
import { allMessages } from '../../fixtures/channels.ts';
import { startHeadless } from '../../fixtures/headless.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { SMALL_DISK } from '../../fixtures/small-disk.ts';
import { HELLO, named, newId, siteRequests, write, writer } from '../../fixtures/site-client.ts';
import { openVisitor } from '../../fixtures/visitor.ts';

describe.skipIf(noOtherAddresses !== undefined)(
  `while requests are counted${noOtherAddresses === undefined ? '' : ` (skipped: ${noOtherAddresses})`}`,
  () => {
    let host: Host;
    beforeAll(async () => {
      host = await startHost();
      await host.rpc('connection.change', {
        way: 'own',
        own: { publicUrl: host.listener },
        limits: { perAddress: 1000, perChannel: 0 },
      });
      await host.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
    });
    afterAll(() => host.remove());

    test('one address has at most 64 windows of any kind; others are served', async () => {
      const { post, hello } = siteRequests(host.listener, 'shop');
      const from = { localAddress: '127.0.4.1' };
      const begun = await Promise.all(
        Array.from({ length: 80 }, async () => (await post('poll', { hello: HELLO }, from)).status),
      );
      expect(begun.filter((status) => status === 200)).toHaveLength(64);
      expect(begun.filter((status) => status === 429)).toHaveLength(16);
      expect(await hello({ localAddress: '127.0.4.2' })).toMatch(/./);
      const { visitor } = await writer(host.listener, 'shop', 'From elsewhere');
      await visitor.leave();
    });

    test('files arrive whole: what is counted of them is not lost', async () => {
      const { visitor, token } = await named(host.listener, 'shop');
      const content = Array.from({ length: 100_000 }, (_, at) => String(at)).join(' ');
      const answer = await siteRequests(host.listener, 'shop').upload(token, 'numbers.txt', content);
      visitor.say({ kind: 'message', id: newId(), upload: (answer.json() as { readonly upload: string }).upload });
      const { message } = await visitor.next('message');
      expect((await httpRequest(`${host.listener}/${message.file?.url ?? ''}`)).body).toBe(content);
      await visitor.leave();
    });

    test(
      'a page of history asked for 300 times is answered some dozen times; others at that address are served',
      { tags: ['thorough'] },
      async () => {
        const { visitor } = await named(host.listener, 'shop');
        for (let at = 0; at < 50; at += 1) await write(visitor, `${at} ${'> - '.repeat(240)}`);
        let wake = (): void => undefined;
        visitor.onFrame(({ kind }) => void ((kind === 'history' || kind === 'gone') && wake()));
        const answered = () => new Promise<void>((resolve) => (wake = resolve));
        let asked = 0;
        for (; asked < 300 && !visitor.frames.some(({ kind }) => kind === 'gone'); asked += 1) {
          visitor.say({ kind: 'history', before: '999999' });
          await answered();
        }
        expect(asked).toBeGreaterThan(20);
        expect(asked).toBeLessThan(100);
        const { visitor: other } = await writer(host.listener, 'shop', 'Beside them');
        other.say({ kind: 'history', before: '999999' });
        expect((await other.next('history')).messages).toHaveLength(1);
        await Promise.all([visitor.leave(), other.leave()]);
      },
    );

    test('guessing the names of channels is refused after a hundred misses', { tags: ['thorough'] }, async () => {
      const answered = await flood('127.0.4.3', 600, (at) => ({ url: `${host.listener}/site/guess-${at}/status` }));
      expect(count(answered, 404)).toBeLessThan(300);
      expect(count(answered, 429)).toBeGreaterThan(300);
      const { visitor } = await writer(host.listener, 'shop', 'Meanwhile');
      await visitor.leave();
    });

    test(
      'more messages than allowed are refused with a time to wait, and then taken',
      { tags: ['thorough'] },
      async () => {
        await host.rpc('connection.change', { limits: { perChannel: 2 } });
        const { visitor } = await named(host.listener, 'shop');
        const ids = Array.from({ length: 60 }, newId);
        for (const [at, id] of ids.entries()) visitor.say({ kind: 'message', id, text: `many ${at}` });
        const refused = await visitor.next('refused');
        expect(refused).toMatchObject({ code: 'too_many', wait: expect.any(Number) as number });
        await expect
          .poll(
            async () => {
              visitor.say({ kind: 'message', id: refused.id, text: 'again' });
              return visitor.frames.some((frame) => frame.kind === 'accepted' && frame.id === refused.id);
            },
            { timeout: 30_000, interval: 1000 },
          )
          .toBe(true);
        await visitor.leave();
      },
    );
  },
);

test.skipIf(process.platform === 'win32')(
  'on a full disk messages are refused as unavailable, none is lost, and the same ones are stored later',
  { tags: ['thorough'], timeout: 120_000 },
  async () => {
    let host = await startHeadless();
    await host.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
    await host.stop();
    host = await host.restart(SMALL_DISK);
    const { visitor, token } = await named(host.listener, 'shop');
    const accepted: string[] = [];
    let refused: { readonly id: string; readonly text: string } | undefined;
    for (let at = 0; refused === undefined && at < 20_000; at += 1) {
      const [id, text] = [newId(), `${at} ${'x'.repeat(900)}`];
      visitor.say({ kind: 'message', id, text });
      const frame = await Promise.race([
        visitor.next('accepted', (each) => each.id === id),
        visitor.next('refused', (each) => each.id === id),
        visitor.closed.then(() => undefined),
      ]);
      if (frame?.kind === 'accepted') accepted.push(text);
      else {
        expect(frame).toMatchObject({ code: 'unavailable', wait: 3000 });
        refused = { id, text };
      }
    }
    await host.kill();
    host = await host.restart({ before: undefined, env: undefined });
    const again = await openVisitor(host.listener, 'shop', { token });
    await again.next('welcome');
    again.say({ kind: 'message', ...refused, id: refused?.id ?? '' });
    await again.next('accepted');
    await write(again, 'The end');
    const { chats } = await host.rpc('chats.list', {});
    const messages = await allMessages(host, chats[0]?.id ?? '');
    const stored = messages.filter(({ from }) => from === 'customer').map(({ text }) => text);
    expect(stored.map((text) => text?.slice(0, 10))).toEqual(
      [...accepted, refused?.text ?? '', 'The end'].map((text) => text.slice(0, 10)),
    );
    await again.leave();
    await host.remove();
  },
);
