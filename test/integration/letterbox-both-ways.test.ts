/** @module-tag thorough */
import { setTimeout as passing } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allMessages } from '../fixtures/channels.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { openLetterVisitor } from '../fixtures/letter-visitor.ts';
import { BOX_KEY, noPhp, startWebsite } from '../fixtures/website.ts';

const VISITORS = 6;
const KILLS = 100;

test.skipIf(noPhp !== undefined)(
  'while the app and the website are killed again and again, visitors and operators read everything once and in order',
  { timeout: 900_000 },
  async () => {
    const website = await startWebsite();
    const box = { url: website.url, key: BOX_KEY, allowPlainHttp: true };
    const channels = [{ name: 'Shop', publicId: 'lamps', kind: 'site', box }];
    let host = await startHeadless({ provision: { channels } });
    await expect.poll(async () => (await fetch(`${website.url}/c/window.txt`)).status, { timeout: 20_000 }).toBe(200);
    const visitors = await Promise.all(Array.from({ length: VISITORS }, () => openLetterVisitor(website.url)));
    let isOver = false;
    const said = visitors.map(async (visitor, index) => {
      for (let ordinal = 0; !isOver; ordinal += 1) {
        visitor.say(`${index}: ${ordinal}`);
        await passing(400 + Math.random() * 800);
        if (isOver) return ordinal + 1;
      }
      return 0;
    });
    /** by chat: what was answered, each with the id that makes it one reply */
    const replied = new Map<string, string[]>();
    const reply = async (): Promise<void> => {
      const { chats } = await host.rpc('chats.list', {});
      for (const { id: chatId } of chats) {
        const list = replied.get(chatId) ?? [];
        replied.set(chatId, list);
        const text = `reply ${list.length}`;
        await host.rpc('chats.reply', { chatId, text, clientId: `reply-${chatId}-${list.length}` });
        list.push(text);
      }
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Killed in the middle of it: then it is said again, as the console does.
      if (kill % 3 === 0) await reply().catch(() => undefined);
      await passing(Math.random() * 600);
      if (Math.random() < 0.5) {
        await website.kill();
        await website.start();
      } else {
        await host.kill();
        host = await host.restart();
      }
    }
    isOver = true;
    const counts = await Promise.all(said);
    await reply();
    const textsOf = async (chatId: string, from: string) =>
      (await allMessages(host, chatId)).filter((message) => message.from === from).map(({ text }) => text);
    const written = (index: number) =>
      Array.from({ length: counts[index] ?? 0 }, (_, ordinal) => `${index}: ${ordinal}`);
    const { chats } = await host.rpc('chats.list', {});
    expect(chats).toHaveLength(VISITORS);
    for (const { id: chatId } of chats) {
      await expect
        .poll(async () => (await textsOf(chatId, 'customer')).length, { timeout: 90_000 })
        .toBe(counts[Number((await textsOf(chatId, 'customer'))[0]?.split(':')[0])]);
      const texts = await textsOf(chatId, 'customer');
      const index = Number(texts[0]?.split(':')[0]);
      expect(texts).toEqual(written(index));
      const answers = replied.get(chatId) ?? [];
      expect(answers.length).toBeGreaterThan(10);
      expect(await textsOf(chatId, 'operator')).toEqual(answers);
      const visitor = visitors[index];
      await visitor?.until(
        () => visitor.texts('operator').length >= answers.length && visitor.texts('visitor').length >= texts.length,
      );
      expect(visitor?.texts('operator')).toEqual(answers);
      expect(visitor?.texts('visitor')).toEqual(written(index));
    }
    for (const visitor of visitors) visitor.leave();
    await host.remove();
    await website.remove();
  },
);
