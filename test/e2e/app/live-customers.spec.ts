import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import type { Locator, Page } from '@playwright/test';
import type { senderFields } from '#shared/protocol/chat-channel.ts';
import { chatRow, openChat, showList } from '../conversation.ts';
import { type Variant, variantsOf } from '../customer-matrix.ts';
import { expect, test } from '../media.ts';
import { sameAfterReload, watched } from '../watched.ts';

// A tall window, so that all rows of a conversation are rendered.
test.use({ viewport: { width: 1280, height: 7000 } });

type Send = (sender: object, message: object) => Promise<void>;

async function expectRow(row: Locator, { has, texts, parts }: Variant): Promise<void> {
  for (const text of texts) await expect(row, `with ${has}`).toContainText(text);
  for (const [role, name] of parts)
    await expect(row.getByRole(role, { name, exact: true }), `with ${has}`).toBeVisible();
}

async function expectInList(page: Page, variants: readonly Variant[]): Promise<void> {
  for (const { has, messagePreview } of variants)
    await expect(chatRow(page, `With ${has}.`)).toContainText(messagePreview);
}

for (const type of CONTENT_TYPES) {
  test(
    `a ${type} with any of its fields comes into an open chat, into the list, and after a closed chat`,
    { tag: '@thorough' },
    async ({ host, mediaShop, openConsole }) => {
      test.setTimeout(120_000);
      const variants = variantsOf(type, mediaShop.files);
      let ids = 0;
      const send: Send = async (sender, message) => {
        // With the id of an earlier one it would be a repeat.
        const own = 'id' in message ? { ...message, id: `their-id-${String((ids += 1))}` } : message;
        expect(await mediaShop.channel.post({ sender, message: own })).toMatchObject({ status: 200 });
      };
      // Separate chats, so that none has to wait for another.
      const sendListed = () =>
        Promise.all(variants.map(({ has, message }) => send({ id: `listed ${has}`, name: `With ${has}.` }, message)));
      const anna = { id: 'anna', name: 'Anna' };
      const page = await openConsole();
      const { isWhole } = watched(page);

      await test.step('the chat is open', async () => {
        await send(anna, { type: 'text', text: 'Begin' });
        const feed = await openChat(page, 'Anna');
        // A text before each: consecutive photos would be one gallery.
        for (const variant of variants) {
          await send(anna, { type: 'text', text: `With ${variant.has}:` });
          await send(anna, variant.message);
        }
        const rows = feed.getByRole('article');
        await expect(rows).toHaveCount(1 + variants.length * 2);
        for (const [index, variant] of variants.entries()) {
          await expect(rows.nth(1 + index * 2)).toContainText(`With ${variant.has}:`);
          await expectRow(rows.nth(2 + index * 2), variant);
        }
        await isWhole();
        await sameAfterReload(page, () => feed);
      });

      await test.step('another chat is open, and this one is in the list', async () => {
        await sendListed();
        await expectInList(page, variants);
        await isWhole();
      });

      await test.step('the customer’s chat was closed', async () => {
        await Promise.all(
          variants.map(async ({ has }) => {
            const { id } = await mediaShop.channel.chatOf(JSON.stringify(`listed ${has}`));
            await host.rpc('chats.close', { chatId: id });
          }),
        );
        await showList(page, 'Closed');
        await openChat(page, 'With nothing else.');
        await sendListed();
        await showList(page, 'Waiting');
        await expectInList(page, variants);
        await openChat(page, 'With everything.');
        // Above it are the messages before the close.
        const [row, variant] = [page.getByRole('log').getByRole('article').last(), variants.at(-1)];
        if (variant !== undefined) await expectRow(row, variant);
        await isWhole();
        // Read, a moment after it was shown.
        await expect(chatRow(page, 'With everything.').getByRole('img', { name: /unread/ })).toHaveCount(0);
        await sameAfterReload(
          page,
          () => page.getByRole('listbox'),
          () => page.getByRole('log'),
        );
      });
      await isWhole();
    },
  );
}

/** Fields of the sender, and where each is shown; a new field of the interface doesn't compile without a line. */
const ofSender: Readonly<
  Record<keyof typeof senderFields, { readonly value: string; readonly seen: (page: Page) => Promise<void> }>
> = {
  name: {
    value: 'Anna Smith',
    seen: (page) => expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna Smith'),
  },
  phone: {
    value: '+46 8 123 456',
    seen: (page) => expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+46 8 123 456'),
  },
  email: {
    value: 'anna@example.com',
    seen: (page) => expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('anna@example.com'),
  },
  photo: {
    value: 'anna.png',
    seen: (page) =>
      expect(page.getByRole('option', { selected: true }).locator('img')).toHaveJSProperty('naturalWidth', 128),
  },
  url: {
    value: 'https://shop.example/lamps?page=2',
    seen: (page) => expect(page.getByRole('link', { name: /^https:\/\/shop\.example\/lamps/ })).toBeVisible(),
  },
  invite: {
    value: 'May I help you?',
    seen: (page) =>
      expect(page.getByRole('region', { name: 'Contact', exact: true })).toContainText('“May I help you?”'),
  },
};

test('every type of message comes into an open chat and the list, with its sender’s fields, and is the same after a reload', async ({
  mediaShop,
  openConsole,
}) => {
  const page = await openConsole();
  const { isWhole } = watched(page);
  await mediaShop.channel.say('anna', 'Begin');
  const feed = await openChat(page, 'Visitor');
  const photo = mediaShop.files.url(ofSender.photo.value);
  const fields = Object.fromEntries(Object.entries(ofSender).map(([name, { value }]) => [name, value]));
  const variants = CONTENT_TYPES.map((type) => variantsOf(type, mediaShop.files).at(-1)).filter(
    (each) => each !== undefined,
  );
  for (const [index, { message }] of variants.entries())
    await mediaShop.channel.post({
      sender: { id: 'anna', ...fields, photo },
      message: { ...message, id: `their-id-${String(index)}` },
    });
  const named = page.getByRole('log', { name: `Chat with ${ofSender.name.value}` });
  const rows = named.getByRole('article');
  await expect(rows).toHaveCount(1 + variants.length);
  for (const [index, variant] of variants.entries()) await expectRow(rows.nth(1 + index), variant);
  await expect(chatRow(page, ofSender.name.value)).toContainText(variants.at(-1)?.messagePreview ?? '');
  for (const { seen } of Object.values(ofSender)) await seen(page);
  await expect(feed).toHaveCount(0);
  await isWhole();
  await sameAfterReload(page, () => named);
});

test(
  'sender fields appear at once: none, each alone, and all of them',
  { tag: '@thorough' },
  async ({ mediaShop, openConsole }) => {
    test.setTimeout(120_000);
    const fields = Object.entries(ofSender).map(([name, { value, seen }]) => ({
      name,
      given: { [name]: name === 'photo' ? mediaShop.files.url(value) : value },
      seen: [seen],
    }));
    const all = {
      name: 'all',
      given: Object.assign({}, ...fields.map(({ given }) => given)) as object,
      seen: fields.flatMap(({ seen }) => seen),
    };
    const page = await openConsole();
    const { isWhole } = watched(page);
    for (const { name, given, seen } of [...fields, all]) {
      // Initially without it; it arrives while the chat is open.
      const id = `sender with ${name}`;
      expect(
        await mediaShop.channel.post({ sender: { id }, message: { type: 'text', text: `Hello ${name}` } }),
      ).toMatchObject({ status: 200 });
      await page
        .getByRole('option')
        .filter({ hasText: `Hello ${name}` })
        .click();
      expect(
        await mediaShop.channel.post({ sender: { id, ...given }, message: { type: 'text', text: `Known ${name}` } }),
      ).toMatchObject({ status: 200 });
      await expect(page.getByRole('log').getByText(`Known ${name}`)).toBeVisible();
      for (const look of seen) await look(page);
      await isWhole();
      await page.reload();
      for (const look of seen) await look(page);
    }
    await isWhole();
  },
);
