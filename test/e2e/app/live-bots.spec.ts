import type { Locator, Page } from '@playwright/test';
import {
  type BotMessage,
  type clientFields,
  type ProviderEventKind,
  PROVIDER_EVENTS,
  type ServiceEventKind,
} from '#shared/protocol/bot-provider.ts';
import { answer } from '../../fixtures/integrator.ts';
import { startProvider } from '../../fixtures/provider.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';
import { chatRow, fromMenu, openChat, showList } from '../conversation.ts';
import { expect, test as base } from '../fixtures.ts';
import { sameAfterReload, watched } from '../watched.ts';

interface Desk {
  /** Anna and others write to the bot's channel; returns the chat */
  readonly write: (customer: string, text: string) => Promise<string>;
  /** the bot's provider sends an event; fails unless it gets this status */
  readonly send: (event: ProviderEventKind, chatId: string, fields: object, status?: number) => Promise<void>;
}

const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ host, shop }, use) => {
    const provider = await startProvider();
    await host.rpc('operators.setPresence', { presence: 'online' });
    const bot = await host.rpc('bots.create', {
      name: 'FAQ',
      endpoint: provider.address('faq').url,
      channelIds: [shop.channel.id],
      silenceSeconds: 0,
    });
    const { service } = await host.rpc('bots.addresses', { botId: bot.id });
    await use({
      write: async (customer, text) => {
        expect(
          await shop.channel.post({ sender: { id: customer, name: customer }, message: { type: 'text', text } }),
        ).toMatchObject({ status: 200 });
        return (await shop.channel.chatOf(JSON.stringify(customer))).id;
      },
      send: async (event, chatId, fields, status = 200) => {
        const { customer } = await host.rpc('chats.get', { chatId });
        const answered = await fetch(service, {
          method: 'POST',
          body: JSON.stringify({ event, chat_id: chatId, client_id: customer.id, ...fields }),
        });
        expect(answered.status, await answered.text()).toBe(status);
      },
    });
    await provider.stop();
  },
});

// A tall window, so that all rows of a conversation are rendered.
test.use({ viewport: { width: 1280, height: 4000 } });

/** One event with some of its fields, and how it is shown. */
interface Variant {
  readonly has: string;
  readonly fields: object;
  /** text of a row of its chat, or of a system line */
  readonly shown: string;
  /** its preview in the list: what the customer got, if anything */
  readonly look?: (row: Locator) => Promise<void>;
}

const buttons =
  (names: readonly string[]) =>
  async (row: Locator): Promise<void> =>
    expect(row.getByRole('list', { name: 'Buttons' }).getByRole('listitem')).toHaveText([...names]);
const said = (
  has: string,
  message: { readonly type: BotMessage['type']; readonly text?: string; readonly [other: string]: unknown },
  shown: string,
  look?: Variant['look'],
): Variant => ({ has, fields: { message }, shown, ...(look !== undefined && { look }) });

/** Every type with its required fields, all of them, and each optional one alone; a new type doesn't compile without a line. */
const messages: Readonly<Record<BotMessage['type'], readonly Variant[]>> = {
  TEXT: [
    said('nothing else', { type: 'TEXT', text: 'Plain and short' }, 'Plain and short'),
    said('a timestamp', { type: 'TEXT', text: 'With its time', timestamp: 1_790_000_000 }, 'With its time'),
    {
      has: 'an id',
      fields: { id: 'its-id', message: { type: 'TEXT', text: 'With its id' } },
      shown: 'With its id',
    },
    {
      has: 'everything',
      fields: { id: 'its-id-2', message: { type: 'TEXT', text: 'With everything of it', timestamp: '1790000000000' } },
      shown: 'With everything of it',
    },
  ],
  MARKDOWN: [
    said(
      'its words',
      { type: 'MARKDOWN', content: '**Fat** and [linked](https://example.com)', text: 'Fat and linked, plain' },
      'Fat and linked',
      (row) => expect(row.locator('strong')).toHaveText('Fat'),
    ),
    said(
      'the same words',
      { type: 'MARKDOWN', content: 'Just the same', text: 'Just the same', timestamp: 1 },
      'Just the same',
    ),
    said(
      'a table, a list and code',
      {
        type: 'MARKDOWN',
        content: '| a | b |\n|---|---|\n| one | two |\n\n- [x] done\n\n```\ncode\n```',
        text: 'Tables',
      },
      'one',
      (row) => expect(row.getByRole('table')).toBeVisible(),
    ),
  ],
  BUTTONS: [
    said(
      'no plain text',
      { type: 'BUTTONS', title: 'Only to press', buttons: [{ text: 'Yes' }] },
      'Only to press',
      buttons(['Yes']),
    ),
    said(
      'a plain text',
      { type: 'BUTTONS', title: 'To press or say', text: '1. Yes', buttons: [{ text: 'Yes' }] },
      'To press or say',
      buttons(['Yes']),
    ),
    said(
      'ids of two types',
      {
        type: 'BUTTONS',
        title: 'To press by id',
        text: '1, 2',
        buttons: [
          { id: 1, text: 'One' },
          { id: 'two', text: 'Two' },
        ],
      },
      'To press by id',
      buttons(['One', 'Two']),
    ),
    said(
      'everything',
      {
        type: 'BUTTONS',
        title: 'To press all',
        text: '1, 2, 3',
        buttons: [
          { id: 1, text: 'A' },
          { id: 2, text: 'B' },
          { id: 3, text: 'C' },
        ],
        timestamp: 1_790_000_000,
      },
      'To press all',
      buttons(['A', 'B', 'C']),
    ),
  ],
};

const given: Readonly<
  Record<keyof typeof clientFields, { readonly value: string; readonly label: string; readonly called: string }>
> = {
  name: { value: 'Anna Smith', label: 'Name', called: 'name' },
  phone: { value: '+46 8 123 456', label: 'Phone', called: 'phone number' },
  email: { value: 'anna@example.com', label: 'Email', called: 'email address' },
};

test('every bot message appears in an open chat, leaves the customer’s words in the list, and is the same after a reload', async ({
  desk,
  openConsole,
}) => {
  const page = await openConsole();
  const { isWhole } = watched(page);
  const chatId = await desk.write('Anna', 'Hello');
  const others = await desk.write('Bob', 'Hello');
  await showList(page, 'Bot');
  const feed = await openChat(page, 'Anna');
  const variants = Object.values(messages).flat();
  for (const { fields } of variants) await desk.send('BOT_MESSAGE', chatId, fields);
  const rows = feed.getByRole('article');
  await expect(rows).toHaveCount(1 + variants.length);
  for (const [index, { has, shown, look }] of variants.entries()) {
    await expect(rows.nth(1 + index), has).toContainText(shown);
    await look?.(rows.nth(1 + index));
  }
  for (const { fields } of variants) await desk.send('BOT_MESSAGE', others, fields);
  await expect(chatRow(page, 'Bob')).toContainText('Hello');
  await expect(feed.getByRole('img', { name: 'Sending' })).toHaveCount(0);
  await isWhole();
  await sameAfterReload(
    page,
    () => page.getByRole('log'),
    () => page.getByRole('listbox'),
  );
  await isWhole();
});

test(
  'contacts sent by a bot appear on the card at once: none, each alone, all of them',
  { tag: '@thorough' },
  async ({ desk, openConsole }) => {
    const page = await openConsole();
    const { isWhole } = watched(page);
    await desk.write('Begin', 'Hello');
    await showList(page, 'Bot');
    const all = Object.entries(given).map(([field, { value }]) => [field, value] as const);
    for (const fields of [[], ...all.map((one) => [one]), all]) {
      // Their names are known from the start, so the bot's values don't replace them.
      const known = fields.filter(([field]) => field !== 'name');
      const who = `With ${String(fields.length)} ${fields[0]?.[0] ?? 'none'}`;
      const chatId = await desk.write(who, 'Hello');
      const feed = await openChat(page, who);
      await desk.send('CLIENT_INFO', chatId, { client: Object.fromEntries(fields) });
      await desk.send('BOT_MESSAGE', chatId, { message: { type: 'TEXT', text: 'Noted.' } });
      await expect(feed.getByText('Noted.')).toBeVisible();
      await expect(feed.getByText('FAQ noted the customer’s')).toHaveCount(known.length === 0 ? 0 : 1);
      for (const [field, value] of known) {
        await expect(page.getByRole('textbox', { name: given[field as keyof typeof given].label })).toHaveValue(value);
        await expect(feed.getByText('FAQ noted the customer’s')).toContainText(
          given[field as keyof typeof given].called,
        );
      }
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(who);
      await isWhole();
    }
    await sameAfterReload(page, () => page.getByRole('log'));
  },
);

/** Every event in every state of a chat's window; a new one doesn't compile without a line. */
const events: Readonly<
  Record<
    ProviderEventKind,
    {
      readonly fields: object;
      readonly line: string | RegExp;
      readonly list: 'Bot' | 'Waiting';
      readonly row: string;
      readonly afterClosing: string | undefined;
    }
  >
> = {
  BOT_MESSAGE: {
    fields: { message: { type: 'TEXT', text: 'As I said' } },
    line: 'As I said',
    list: 'Bot',
    row: 'Hello',
    afterClosing: 'As I said',
  },
  CLIENT_INFO: {
    fields: { client: { phone: '+46 8 1' } },
    line: 'FAQ noted the customer’s phone number',
    list: 'Bot',
    row: 'Hello',
    afterClosing: undefined,
  },
  INVITE_AGENT: {
    fields: {},
    line: 'FAQ asked for a person, so the chat moved to Waiting',
    list: 'Waiting',
    row: 'Asked for a person',
    afterClosing: undefined,
  },
  INIT_RATE: { fields: {}, line: /\/rating\//, list: 'Bot', row: 'Hello', afterClosing: undefined },
};

for (const kind of PROVIDER_EVENTS) {
  test(
    `${kind} is seen in an open chat, in the list, and after the chat was closed`,
    { tag: '@thorough' },
    async ({ host, desk, shop, openConsole }) => {
      await openToCustomers(host);
      const { fields, line, list, row, afterClosing } = events[kind];
      const page = await openConsole();
      const { isWhole } = watched(page);
      shop.endpoint.react(answer.ok);

      const open = await desk.write('Anna', 'Hello');
      await showList(page, 'Bot');
      const feed = await openChat(page, 'Anna');
      await desk.send(kind, open, fields);
      await expect(feed.getByText(line)).toBeVisible();
      await expect(feed.getByRole('img', { name: 'Sending' })).toHaveCount(0);
      await isWhole();
      await sameAfterReload(page, () => page.getByRole('log'));

      const listed = await desk.write('Bob', 'Hello');
      await desk.send(kind, listed, fields);
      await showList(page, list);
      await expect(chatRow(page, 'Bob')).toContainText(row);
      await isWhole();
      await sameAfterReload(page, () => page.getByRole('listbox'));

      const closed = await desk.write('Cleo', 'Hello');
      await host.rpc('chats.close', { chatId: closed });
      await showList(page, 'Closed');
      const past = await openChat(page, 'Cleo');
      await desk.send(kind, closed, fields, 403);
      const heldBack = past.getByRole('article').filter({ hasText: 'Cleo hasn’t seen it' });
      await expect(past.getByText('You closed the chat')).toBeVisible();
      if (afterClosing !== undefined) await expect(heldBack.or(past.getByText(afterClosing)).first()).toBeVisible();
      await isWhole();
      await sameAfterReload(page, () => page.getByRole('log'));
      await isWhole();
    },
  );
}

/** Events to the provider aren't messages, but entries of the inspector, which is open meanwhile. */
const told: Readonly<
  Record<
    ServiceEventKind,
    (
      page: Page,
      desk: Desk,
      rpc: {
        readonly away: () => Promise<unknown>;
        readonly close: (chatId: string) => Promise<unknown>;
        readonly rate: () => Promise<void>;
      },
      chatId: string,
    ) => Promise<unknown>
  >
> = {
  CLIENT_MESSAGE: (_page, desk) => desk.write('Anna', 'And one more'),
  AGENT_UNAVAILABLE: async (_page, desk, { away }, chatId) => {
    await away();
    await desk.send('INVITE_AGENT', chatId, {});
  },
  CLIENT_RATED: async (_page, desk, { rate }, chatId) => {
    await desk.send('INIT_RATE', chatId, {});
    await rate();
  },
  CHAT_CLOSED: (_page, _desk, { close }, chatId) => close(chatId),
};

test(
  'events to a bot appear in the open inspector',
  { tag: '@thorough' },
  async ({ host, desk, shop, openConsole }) => {
    const page = await openConsole();
    const { isWhole } = watched(page);
    await openToCustomers(host);
    const chatId = await desk.write('Anna', 'Hello');
    await showList(page, 'Bot');
    await openChat(page, 'Anna');
    await fromMenu(page, 'Bot inspector');
    const inspector = page.getByRole('region', { name: 'Bot inspector' });
    await expect(inspector.getByText('CLIENT_MESSAGE')).toHaveCount(1);
    const act = {
      away: () => host.rpc('operators.setPresence', { presence: 'away' }),
      close: (id: string) => host.rpc('chats.close', { chatId: id }),
      rate: async () => {
        const asked = (await shop.channel.feed('"Anna"')).find(({ text }) => text?.includes('/rating/'));
        await (await openRatingPage(ratingLink(asked?.text))).rate(5, 'Very good');
      },
    };
    const seen = { CLIENT_MESSAGE: 2, AGENT_UNAVAILABLE: 1, CLIENT_RATED: 1, CHAT_CLOSED: 1 } satisfies Record<
      ServiceEventKind,
      number
    >;
    for (const [kind, cause] of Object.entries(told) as [ServiceEventKind, (typeof told)[ServiceEventKind]][]) {
      await cause(page, desk, act, chatId);
      await expect(inspector.getByText(kind, { exact: true })).toHaveCount(seen[kind]);
      await isWhole();
    }
    await expect(page.getByRole('log').getByText('Very good')).toBeVisible();
    await isWhole();
  },
);
