/** @module-tag thorough */
import { setTimeout as passing } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { noMailServer, startMailServer, type TestMailServer } from '../../fixtures/mail-server.ts';
import { seeded } from '../../fixtures/seeded.ts';

/** MAIL_TRIALS=100 runs as many; MAIL_SEED begins elsewhere. */
const TRIALS = Number(process.env['MAIL_TRIALS'] ?? 4);
const SEED = Number(process.env['MAIL_SEED'] ?? 1);

const CUSTOMERS = ['anna', 'ben'] as const;
const MAILS = 4;
/** Milliseconds between two things that happen, at most, and until all has settled. */
const STEP = 1500;
const SETTLING = 150_000;

interface World {
  readonly server: TestMailServer;
  host: Headless;
  readonly random: (below: number) => number;
}

type Fault = (world: World) => Promise<void>;
const away = ({ random }: World): Promise<void> => passing(200 + random(4000));
const killed =
  (part: 'imap' | 'smtp'): Fault =>
  async (world) => {
    await world.server[part].kill();
    await away(world);
    await world.server[part].start();
  };
const paused =
  (part: 'imap' | 'smtp'): Fault =>
  async (world) => {
    world.server[part].pause();
    await away(world);
    world.server[part].resume();
  };
const FAULTS: Readonly<Record<string, Fault>> = {
  'the app killed': async (world) => {
    await world.host.kill();
    world.host = await world.host.restart();
  },
  'IMAP killed': killed('imap'),
  'IMAP paused': paused('imap'),
  'SMTP killed': killed('smtp'),
  'SMTP paused': paused('smtp'),
  'the app paused': async (world) => {
    world.host.process.kill('SIGSTOP');
    await away(world);
    world.host.process.kill('SIGCONT');
  },
};

let server: TestMailServer;
beforeAll(async () => {
  if (noMailServer === undefined) server = await startMailServer();
});
afterAll(() => server?.remove());

const names = Object.keys(FAULTS);
const trials = Array.from({ length: TRIALS }, (_none, at) => SEED + at);

describe.skipIf(noMailServer !== undefined)('nothing is lost, and nothing comes twice unsaid', () => {
  test.each(trials)('trial %i', { timeout: 300_000 }, async (seed) => {
    const random = seeded(seed);
    const { imap, smtp, ...help } = await server.account(`help${seed}`, 'none');
    const customers = CUSTOMERS.map((name) => `${name}${seed}`);
    for (const name of customers) await server.account(name, 'none');
    const email = { ...help, imap, smtp, becomesChat: true };
    const world: World = { server, random, host: await startHeadless({ provision: { email } }) };
    const ask = async <T>(work: (host: Headless) => Promise<T>): Promise<T> => {
      for (;;) {
        const before = world.host;
        try {
          return await work(before);
        } catch (error) {
          if (performance.now() > late) throw error;
          await passing(200);
        }
      }
    };
    const late = performance.now() + SETTLING;
    try {
      await vi.waitUntil(
        () => ask((host) => host.rpc('mailboxes.list', {})).then(({ mailboxes }) => mailboxes[0]?.state === 'open'),
        { timeout: 30_000 },
      );
      const happening = async (): Promise<void> => {
        for (let turn = 0; turn < 3; turn += 1) {
          await passing(random(STEP));
          await FAULTS[names[(seed + random(names.length)) % names.length] ?? '']?.(world);
        }
      };
      const written: string[] = [];
      const arriving = async (): Promise<void> => {
        for (let at = 0; at < MAILS; at += 1)
          for (const name of customers) {
            await server.deliver(
              `help${seed}`,
              `From: ${name}@shop.test\r\nTo: ${help.address}\r\nSubject: Trial\r\nMessage-ID: <${seed}-${name}-${at}@shop.test>\r\n\r\n${name} ${at}\r\n`,
            );
            await passing(random(STEP));
          }
      };
      const answering = async (): Promise<void> => {
        for (let at = 0; at < MAILS; at += 1) {
          await passing(random(2 * STEP));
          const { chats } = await ask((host) => host.rpc('chats.list', { limit: 10 }));
          for (const { id: chatId } of chats) {
            const text = `answer ${written.length} of ${seed}`;
            written.push(text);
            await ask((host) => host.rpc('chats.reply', { chatId, text, clientId: text.replaceAll(' ', '-') }));
          }
        }
      };
      await Promise.all([happening(), arriving(), answering()]);
      const all = async (): Promise<readonly (readonly Message[])[]> => {
        const { chats } = await ask((host) => host.rpc('chats.list', { limit: 10 }));
        return await Promise.all(
          chats.map(
            async ({ id: chatId }) => (await ask((host) => host.rpc('messages.list', { chatId, limit: 100 }))).messages,
          ),
        );
      };
      const settled = await vi.waitUntil(
        async () => {
          const chats = await all();
          const messages = chats.flat();
          const isTaken = messages.filter(({ from }) => from === 'customer').length >= MAILS * customers.length;
          const isSent = messages.every(({ delivery }) => delivery?.state !== 'sending');
          return isTaken && isSent ? chats : undefined;
        },
        { timeout: SETTLING, interval: 300 },
      );
      const taken = settled.map((messages) => messages.flatMap(({ from, text }) => (from === 'customer' ? text : [])));
      expect(new Set(taken.map(String))).toEqual(
        new Set(customers.map((name) => Array.from({ length: MAILS }, (_none, at) => `${name} ${at}`).join())),
      );
      expect(taken).toHaveLength(customers.length);
      const replies = settled.flat().filter(({ from }) => from === 'operator');
      expect(replies).toHaveLength(written.length);
      expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(written));
      const mails = customers.flatMap((name) => server.mails(name));
      for (const { text = '', delivery } of replies) {
        const times = mails.filter((source) => source.includes(text)).length;
        const most = delivery?.error?.kind === 'interrupted' ? 2 : 1;
        expect([text, delivery?.state, times >= 1 && times <= most]).toEqual([text, 'delivered', true]);
      }
    } finally {
      await world.host.remove();
    }
  });
});
