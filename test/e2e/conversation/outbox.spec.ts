import type { Page, WebSocketRoute } from '@playwright/test';
import { startDroppingProxy } from '../../fixtures/dropping-proxy.ts';
import { ACCESS_KEY } from '../../fixtures/host-client.ts';
import { bodyOf, isReply, type Received } from '../../fixtures/integrator.ts';
import { picture } from '../../fixtures/pictures.ts';
import { attached, choose } from '../attaching.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, composer, conversation, messageOf, openChat, reply, showList } from '../conversation.ts';
import { expect, test as base } from '../fixtures.ts';

interface OutboxFixtures {
  /** the console, with a chat of Anna's, behind a line that can be cut for real; its windows share a browser profile */
  readonly line: {
    readonly open: (key?: string) => Promise<Page>;
    readonly cut: () => void;
    readonly mend: () => void;
    readonly drop: () => number;
  };
}

const IVANS_KEY = 'ivan-key-for-tests-0001';

const test = base.extend<OutboxFixtures>({
  provision: {
    operators: [
      { name: 'Olga', accessKey: ACCESS_KEY },
      { name: 'Ivan', accessKey: IVANS_KEY },
    ],
  },
  line: async ({ browser, contextOptions, host, shop }, use) => {
    await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Hello' } });
    const proxy = await startDroppingProxy(new URL(host.console).host);
    const context = await browser.newContext(contextOptions);
    await use({
      ...proxy,
      open: async (key = ACCESS_KEY) => {
        const page = await context.newPage();
        await page.goto(`${proxy.url}/?key=${key}`);
        return page;
      },
    });
    await context.close();
    await proxy.stop();
  },
});

const anna = { id: 'anna', name: 'Anna' };
const ben = { id: 'ben', name: 'Ben' };
const isAway = (page: Page): Promise<void> => expect(page.getByText('Counterbell isn’t responding.')).toBeVisible();

/** Writes a note with the switch above the field, and returns to replies. */
async function addNote(page: Page, words: string): Promise<void> {
  const kinds = page.getByRole('group', { name: 'What you write' });
  await kinds.getByRole('button', { name: 'Note' }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill(words);
  await page.getByRole('textbox', { name: 'Note', exact: true }).press('Enter');
  await kinds.getByRole('button', { name: 'Reply' }).click();
}

test('while the host is away, replies and notes wait; after a kill and a restart they go out once and in order, also those of a closed tab', async ({
  shop,
  host,
  openConsole,
}) => {
  await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Is it in stock?' } });
  await shop.channel.post({ sender: ben, message: { type: 'text', text: 'Hello' } });
  const left = await openConsole();
  await openChat(left, 'Anna');
  await expect(messageOf(conversation(left, 'Anna'), 'Is it in stock?')).toBeVisible();
  const right = await left.context().newPage();
  await right.goto(host.console);
  await showList(right, 'All open');
  await expect(messageOf(await openChat(right, 'Ben'), 'Hello')).toBeVisible();
  const feed = conversation(left, 'Anna');
  // The engine has the first reply, as its events say, but is killed before its answer.
  await left.route(
    '**/rpc/chats.reply',
    async (route) => {
      await route.fetch();
      await expect(messageOf(feed, 'One moment').getByRole('img', { name: 'Delivered' })).toBeVisible();
      await host.stop();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await reply(left, 'One moment');
  await Promise.all([left, right].map(isAway));
  await reply(left, 'Two are left.');
  await addNote(left, 'She asked by phone too');
  await reply(left, 'Shall I keep one for you?');
  await expect(feed.getByText('Waiting for the connection.')).toHaveCount(3);
  await expect(left.getByText('3 messages are waiting to be sent.')).toBeVisible();
  await reply(right, 'Good morning');
  await expect(chatRow(right, 'Anna')).toContainText('Unsent:Shall I keep one for you?');
  await left.close();

  const addresses = { listener: new URL(host.listener).host, console: new URL(host.console).host };
  const again = await host.restart({ addresses });
  try {
    // An attempt that the kill cut off is made again, with the same id.
    const replies = () => [
      ...new Map(shop.endpoint.replies().map((received) => [bodyOf(received).message.id, received] as const)).values(),
    ];
    await expect.poll(() => replies().length).toBe(4);
    const texts = (userId: string): readonly (string | undefined)[] =>
      replies().flatMap((received) => (received.raw.includes(`"${userId}"`) ? [bodyOf(received).message.text] : []));
    expect(texts('anna')).toEqual(['One moment', 'Two are left.', 'Shall I keep one for you?']);
    expect(texts('ben')).toEqual(['Good morning']);
    await openChat(right, 'Anna');
    const words = conversation(right, 'Anna').getByRole('article');
    await expect(words).toHaveCount(5);
    for (const [index, text] of ['stock', 'One moment', 'Two are', 'She asked', 'Shall I'].entries())
      await expect(words.nth(index)).toContainText(text);
    await expect(right.getByText('Waiting for the connection.')).toHaveCount(0);
    expect(await stored(right)).toBe(0);
  } finally {
    await again.stop();
  }
});

test(
  'a line that drops again and again loses, doubles and reorders nothing, from two tabs at the same chat',
  { tag: '@thorough' },
  async ({ shop, line }) => {
    const tabs = [await line.open(), await line.open()];
    for (const tab of tabs) await expect(messageOf(await openChat(tab, 'Anna'), 'Hello')).toBeVisible();
    const written: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const tab = tabs[round % 2];
      if (tab === undefined) continue;
      const text = `Line ${String(round)}.`;
      written.push(text);
      await reply(tab, text);
      if (round % 4 === 1) line.cut();
      else if (round % 4 === 3) line.mend();
      else line.drop();
    }
    line.mend();
    const received = await shop.endpoint.waitFor(written.length, isReply);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(written);
    for (const tab of tabs) {
      await expect(conversation(tab, 'Anna').getByRole('article')).toHaveCount(written.length + 1);
      expect(await stored(tab)).toBe(0);
    }
  },
);

test(
  'a page that is reloaded while the engine is away says what waits, and sends it when it is back',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    await expect(chatRow(page, 'Anna')).toBeVisible();
    // The page itself can still be loaded, as from the service worker.
    let cut = false;
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/events$/, (socket) => {
      if (cut) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.route('**/rpc/**', (route) => (cut ? route.abort('connectionrefused') : route.continue()));
    await page.reload();
    await expect(messageOf(await openChat(page, 'Anna'), 'Hello')).toBeVisible();
    cut = true;
    for (const socket of sockets) await socket.close();
    await isAway(page);
    for (const words of ['One', 'Two']) await reply(page, words);
    await expect(page.getByText('2 messages are waiting to be sent.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main')).toContainText('2 messages are waiting to be sent.');
    expect(shop.endpoint.replies()).toHaveLength(0);
    cut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    const received = await shop.endpoint.waitFor(2, isReply);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(['One', 'Two']);
    await expect.poll(() => stored(page)).toBe(0);
  },
);

test(
  'what the chat refuses when the host is back returns to the field in order; other chats go on',
  { tag: '@thorough' },
  async ({ shop, host, line }) => {
    const cara = { id: 'cara', name: 'Cara' };
    for (const sender of [ben, cara]) await shop.channel.post({ sender, message: { type: 'text', text: 'Hello' } });
    const page = await line.open();
    const other = await line.open();
    await expect(chatRow(other, 'Anna')).toBeVisible();
    await expect(messageOf(await openChat(page, 'Cara'), 'Hello')).toBeVisible();
    await openChat(page, 'Anna');
    await reply(page, 'Good day');
    await shop.endpoint.waitFor(1, isReply);
    await expect(messageOf(await openChat(page, 'Ben'), 'Hello')).toBeVisible();
    await showList(page, 'All open');
    await openChat(page, 'Anna');
    line.cut();
    await isAway(page);
    await reply(page, 'One');
    await reply(page, 'Two');
    await openChat(page, 'Ben');
    await reply(page, 'Good evening');
    await openChat(page, 'Cara');
    await reply(page, 'Too late');
    await openChat(page, 'Ben');
    await host.rpc('chats.close', { chatId: (await shop.channel.chatOf('"anna"')).id });
    const { customer } = await shop.channel.chatOf('"cara"');
    await host.rpc('privacy.eraseCustomer', { customerId: customer.id, confirmation: 'Cara' });
    await expect.poll(() => shop.channel.findChat('"cara"')).toBeUndefined();
    line.mend();
    // Whichever tab sends them, both say it.
    for (const tab of [page, other]) {
      await expect(
        tab.getByText('“\u2068One\u2069” wasn’t sent. It’s back in the text field of its chat.'),
      ).toBeVisible();
      await expect(tab.getByText('This chat is closed. If the customer writes again, a new chat opens.')).toBeVisible();
      await expect(tab.getByText('“\u2068Too late\u2069” wasn’t sent.')).toBeVisible();
    }
    await expect(
      messageOf(conversation(page, 'Ben'), 'Good evening').getByRole('img', { name: 'Delivered' }),
    ).toBeVisible();
    await host.rpc('chats.reopen', { chatId: (await shop.channel.chatOf('"anna"')).id });
    await openChat(page, 'Anna');
    await expect(composer(page)).toHaveValue('One\nTwo');
    expect(await stored(page)).toBe(0);
    // Nothing of the erased customer is left.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Too late');
  },
);

test(
  'another operator on the same device neither sees nor sends what waits; its author does',
  { tag: '@thorough' },
  async ({ shop, line }) => {
    const olgas = await line.open();
    await expect(messageOf(await openChat(olgas, 'Anna'), 'Hello')).toBeVisible();
    line.cut();
    await isAway(olgas);
    await reply(olgas, 'From Olga');
    await expect(messageOf(conversation(olgas, 'Anna'), 'From Olga')).toBeVisible();
    const context = olgas.context();
    await olgas.close();
    line.mend();

    const ivans = await line.open(IVANS_KEY);
    await expect(ivans.getByRole('button', { name: /^Ivan: / })).toBeVisible();
    const feed = await openChat(ivans, 'Anna');
    await expect(messageOf(feed, 'Hello')).toBeVisible();
    await expect(feed.getByText('From Olga')).toHaveCount(0);
    await addNote(ivans, 'Mine');
    await expect(messageOf(feed, 'Mine').getByRole('button', { name: 'More' })).toBeAttached();
    expect((await shop.endpoint.waitFor(0, isReply)).length).toBe(0);
    // Signing out says that something waits.
    await ivans.getByRole('button', { name: /^Ivan: / }).click();
    await ivans.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(ivans.getByText('1 unsent message is kept on this device.')).toBeVisible();
    expect(await stored(ivans)).toBe(1);

    const back = await line.open();
    const [received] = await shop.endpoint.waitFor(1, isReply);
    expect(received && bodyOf(received).message.text).toBe('From Olga');
    await showList(back, 'All open');
    await openChat(back, 'Anna');
    await expect(messageOf(conversation(back, 'Anna'), 'From Olga')).toContainText('You');
    expect(context.pages()).toHaveLength(2);
  },
);

test(
  'an upload that the network cuts off says so and goes on when it is back; one that a reload lost is named, and nobody else who signs in here has it',
  { tag: '@thorough' },
  async ({ line }) => {
    const page = await line.open();
    await openChat(page, 'Anna');
    const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: picture(40, 30, 1) });
    const begun = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    await page.route(
      '**/media/uploads*',
      async (route) => {
        begun.resolve();
        await cut.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await choose(page, photo('lamp.png'));
    await expect(attached(page, 'lamp.png')).toBeVisible();
    await begun.promise;
    line.cut();
    cut.resolve();
    await expect(attached(page, 'lamp.png')).toContainText('It’s tried again once the connection is back.');
    await isAway(page);
    await choose(page, photo('shade.png'));
    await expect(attached(page, 'shade.png')).toContainText('Not uploaded yet: Counterbell isn’t responding.');
    line.mend();
    for (const name of ['lamp.png', 'shade.png']) await expect(attached(page, name)).toContainText('40 × 30');

    await page.route('**/media/uploads*', () => undefined, { times: 1 });
    await choose(page, photo('cable.png'));
    await expect(attached(page, 'cable.png').getByRole('progressbar')).toBeVisible();
    await page.reload();
    await expect(attached(page, 'cable.png')).toContainText('Not uploaded: the page was closed or reloaded first.');
    await expect(attached(page, 'lamp.png')).toContainText('40 × 30');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    await attached(page, 'cable.png').getByRole('button', { name: 'Remove cable.png' }).click();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();

    await page.goto(page.url().replace(/#.*/, `?key=${IVANS_KEY}`));
    await expect(page.getByRole('button', { name: /^Ivan: / })).toBeVisible();
    await openChat(page, 'Anna');
    await expect(composer(page)).toBeVisible();
    await expect(page.getByText('lamp.png')).toHaveCount(0);
  },
);

test(
  'what waits can be taken back; files stay attached until the text before them has gone',
  { tag: '@thorough' },
  async ({ shop, line }) => {
    const page = await line.open();
    const feed = await openChat(page, 'Anna');
    await choose(page, { name: 'lamp.png', mimeType: 'image/png', buffer: picture(40, 30, 1) });
    await expect(attached(page, 'lamp.png')).toContainText('40 × 30');
    line.cut();
    await isAway(page);
    for (const words of ['First', 'Second']) await reply(page, words);
    await expect(
      page.getByText('The attachments weren’t sent. They’re still above the text field.').first(),
    ).toBeVisible();
    await expectAccessible(page, 'what waits');
    await composer(page).fill('Third');
    await messageOf(feed, 'First').getByRole('button', { name: 'Take back' }).click();
    await expect(composer(page)).toHaveValue('First\nThird');
    await expect(composer(page)).toBeFocused();
    await expect(feed.getByText('Waiting for the connection.')).toHaveCount(1);
    line.mend();
    const [received] = await shop.endpoint.waitFor(1, isReply);
    expect(received && bodyOf(received).message.text).toBe('Second');
    await expect(feed.getByText('Waiting for the connection.')).toHaveCount(0);
    await reply(page, 'Here it is');
    const isContent = (each: Received): boolean => ['text', 'photo'].includes(bodyOf(each).message.type);
    const all = (await shop.endpoint.waitFor(3, isContent)).map((each) => bodyOf(each).message);
    expect(all.map(({ type }) => type)).toEqual(['text', 'text', 'photo']);
  },
);

test(
  'what waits in a chat whose messages could not be loaded is seen there, and can be taken back',
  { tag: '@thorough' },
  async ({ shop, line }) => {
    const page = await line.open();
    await page.route('**/rpc/messages.list', (route) => route.abort('connectionreset'));
    const feed = await openChat(page, 'Anna');
    await expect(composer(page)).toBeVisible();
    line.cut();
    await isAway(page);
    for (const words of ['First', 'Second']) await reply(page, words);
    await expect(feed.getByText('Waiting for the connection.')).toHaveCount(2);
    await messageOf(feed, 'First').getByRole('button', { name: 'Take back' }).click();
    await expect(composer(page)).toHaveValue('First');
    await page.unroute('**/rpc/messages.list');
    line.mend();
    const [received] = await shop.endpoint.waitFor(1, isReply);
    expect(received && bodyOf(received).message.text).toBe('Second');
    await expect(feed.getByRole('article')).toHaveCount(2);
    await expect(messageOf(feed, 'Hello')).toBeVisible();
  },
);

test(
  'on a phone, what waits is readable and accessible, in either direction',
  { tag: '@thorough' },
  async ({ browser, shop, host }) => {
    await shop.channel.post({ sender: anna, message: { type: 'text', text: 'Hello' } });
    const proxy = await startDroppingProxy(new URL(host.console).host);
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...{ reducedMotion: 'reduce', locale: 'en-GB' },
    });
    const page = await context.newPage();
    await page.goto(`${proxy.url}/?key=${ACCESS_KEY}`);
    const feed = await openChat(page, 'Anna');
    await expect(messageOf(feed, 'Hello')).toBeVisible();
    proxy.cut();
    await isAway(page);
    for (const words of ['مرحبا، المصباح متوفر', 'Two are left.']) {
      await composer(page).fill(words);
      await page.getByRole('button', { name: 'Send', exact: true }).tap();
    }
    await page.getByRole('group', { name: 'What you write' }).getByRole('button', { name: 'Note' }).tap();
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('سألت مرتين');
    await page.getByRole('button', { name: 'Add note' }).tap();
    await expect(feed.getByText('Waiting for the connection.')).toHaveCount(3);
    await expectAccessible(page, 'waiting');
    const back = feed.getByRole('button', { name: 'Take back' }).last();
    const box = await back.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.height >= 44).toBe(true);
    await page.goBack();
    await expect(chatRow(page, 'Anna')).toContainText('Unsent:');
    await expectAccessible(page, 'list with an unsent reply');
    await context.close();
    await proxy.stop();
  },
);

/** How many replies and notes the device keeps. */
function stored(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('counterbell.unsent.')).length);
}
