import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import type { EventStream } from '../../fixtures/event-stream.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { noMailServer, startMailServer, type TestMailServer } from '../../fixtures/mail-server.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import { named, newId, write } from '../../fixtures/site-client.ts';
import { openVisitor } from '../../fixtures/visitor.ts';

let server: TestMailServer;
let host: Host;
let events: EventStream;
let mailbox: string;

beforeAll(async () => {
  if (noMailServer !== undefined) return;
  server = await startMailServer();
  const { imap, smtp, ...help } = await server.account('help', 'none');
  host = await startHost({ clock: createQuickClock() });
  await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps' });
  const { password, ...fetched } = imap;
  const { password: smtpPassword, ...sent } = smtp;
  const account = { ...help, imap: fetched, smtp: sent, password, smtpPassword };
  mailbox = (await host.rpc('mailboxes.add', { ...account, name: 'Mail', plusAddresses: true })).id;
  await host.rpc('channels.update', { channelId: mailbox, email: { becomesChat: true, followUpAfter: 30 } });
  events = await host.events();
  await events.until(async () => {
    const { mailboxes } = await host.rpc('mailboxes.list', {});
    return mailboxes.some(({ state }) => state === 'open') ? true : undefined;
  });
});
afterAll(async () => {
  await host?.remove();
  await server?.remove();
});

const header = (source: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(source)?.[1]?.replaceAll(/\r?\n\s+/g, ' ') ?? '';
const mail = (fields: Readonly<Record<string, string>>, text: string): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text.replaceAll('\n', '\r\n')}\r\n`;
/** Puts a mail into the shop's mailbox, and has it fetched. */
const arrive = async (fields: Readonly<Record<string, string>>, text: string): Promise<void> => {
  await server.deliver('help', mail({ To: 'help@shop.test', 'Message-ID': `<${newId()}@shop.test>`, ...fields }, text));
  await host.rpc('mailboxes.look', { channelId: mailbox });
};
/** The server delivers it after it has taken it. */
const sentTo = (name: string): Promise<string> =>
  vi.waitUntil(() => server.mails(name).at(-1), { timeout: 20_000, interval: 50 });
const added = (fits: (message: Message) => boolean) =>
  events.waitFor('message.added', ({ message }) => fits(message)).then(({ data }) => data);
const delivered = (messageId: string) =>
  events.waitFor(
    'message.changed',
    ({ message: { id, delivery } }) => id === messageId && delivery?.mail?.at !== undefined,
  );
const reply = async (chatId: string, text: string): Promise<string> =>
  (await host.rpc('chats.reply', { chatId, text })).messages[0]?.id ?? '';

describe.skipIf(noMailServer !== undefined)('email', () => {
  test('a visitor who has left is answered by mail, answers it, and finds all of it on the page once', async () => {
    await server.account('anna', 'none');
    const { visitor, token } = await named(host.listener, 'lamps');
    const id = newId();
    visitor.say({ kind: 'message', id, text: 'Is it in stock?', contact: { email: 'anna@shop.test', name: 'Anna' } });
    await visitor.next('accepted', (frame) => frame.id === id);
    await visitor.leave();
    const { chat } = await added(({ text }) => text === 'Is it in stock?');
    await reply(chat.id, 'Yes, it is.');
    const last = await reply(chat.id, 'It costs 40.');
    await delivered(last);
    const source = await sentTo('anna');
    expect(server.mails('anna')).toHaveLength(1);
    expect(source).toContain('Yes, it is.');
    expect(source).toContain('It costs 40.');
    expect(header(source, 'From')).toContain('help@shop.test');
    expect(header(source, 'Reply-To')).toMatch(/help\+[0-9a-f]{36}@shop\.test/);

    const [ours] = /<[^>]+>/.exec(header(source, 'Message-ID')) ?? [];
    await arrive(
      { From: 'Anna <anna@shop.test>', Subject: 'Re: x', 'In-Reply-To': String(ours), References: String(ours) },
      'Great, I take two.\n\nOn Sat, 28 Nov 2026 at 10:00, Bella Lamps <help@shop.test> wrote:\n> Yes, it is.\n> It costs 40.',
    );
    const answer = await added(({ text }) => text === 'Great, I take two.');
    expect(answer.chat.id).toBe(chat.id);
    expect(answer.message.mail).toMatchObject({ from: 'anna@shop.test', hasMore: true });

    const again = await openVisitor(host.listener, 'lamps', { token });
    const { messages } = await again.next('welcome');
    expect(messages.map(({ text }) => text)).toEqual([
      'Is it in stock?',
      'Yes, it is.',
      'It costs 40.',
      'Great, I take two.',
    ]);
    await write(again, 'I am back');
    await again.leave();
  });

  test('a visitor who gives their address while they wait is answered by mail once they have left', async () => {
    await server.account('eve', 'none');
    const { visitor } = await named(host.listener, 'lamps');
    await write(visitor, 'Does it come in green?');
    await visitor.next('state', ({ state }) => state.wantsEmail === true);
    const id = newId();
    visitor.say({ kind: 'email', id, email: 'eve@shop.test' });
    await visitor.next('accepted', (frame) => frame.id === id);
    await visitor.leave();
    const { chat } = await added(({ text }) => text === 'Does it come in green?');
    await delivered(await reply(chat.id, 'In green, too.'));
    expect(await sentTo('eve')).toContain('In green, too.');
  });

  test('a mail becomes a chat; the answer goes back in its thread', async () => {
    await server.account('ben', 'none');
    await arrive({ From: 'Ben <ben@shop.test>', Subject: 'Opening hours', 'Message-ID': '<first@shop.test>' }, 'When?');
    const { chat } = await added(({ text }) => text === 'When?');
    expect(chat).toMatchObject({ channelId: mailbox, customer: { name: 'Ben', email: 'ben@shop.test' } });
    await delivered(await reply(chat.id, 'From nine to six.'));
    const source = await sentTo('ben');
    expect(header(source, 'Subject')).toBe('Re: Opening hours');
    expect(header(source, 'In-Reply-To')).toBe('<first@shop.test>');
    // An answer whose program left out what it answers still finds the way, by its address.
    const tagged = /help\+[0-9a-f]+@shop\.test/.exec(header(source, 'Reply-To'))?.[0] ?? '';
    await arrive({ From: 'ben@shop.test', To: tagged, Subject: 'thanks' }, 'Thank you!');
    expect((await added(({ text }) => text === 'Thank you!')).chat.id).toBe(chat.id);
  });

  test('an address that does not exist fails the reply, with the reason', async () => {
    await arrive({ From: 'nobody@shop.test', Subject: 'Hello' }, 'Who am I?');
    const { chat } = await added(({ text }) => text === 'Who am I?');
    const messageId = await reply(chat.id, 'Nobody knows.');
    const { data } = await events.waitFor(
      'message.changed',
      ({ message }) => message.id === messageId && message.delivery?.state === 'failed',
    );
    expect(data.message.delivery?.error).toMatchObject({ kind: 'refused' });
  });
});
