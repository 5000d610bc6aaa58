import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { here, openToCustomers } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, openChat, showList } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

const FORMULA = '=HYPERLINK("https://evil.example","Anna")';

async function write(channel: TestChannel, customer: string, text = 'Hello'): Promise<string> {
  await channel.post({ sender: { id: customer, name: customer }, message: { type: 'text', text } });
  return (await channel.chatOf(JSON.stringify(customer))).id;
}

/** Four chats: one answered, rated and closed, one answered, two unanswered; and one whose bot asked for a person. */
async function aBusyDay(host: Host, channel: TestChannel): Promise<void> {
  const anna = await write(channel, 'Anna', 'Is it in stock?');
  await host.rpc('chats.reply', { chatId: anna, text: 'Yes, three are left' });
  await openToCustomers(host);
  const { message } = await host.rpc('chats.requestRating', { chatId: anna });
  await (await openRatingPage(ratingLink(message.text))).rate(4);
  await host.rpc('chats.note', { chatId: anna, text: 'Never pays at once' });
  await host.rpc('chats.close', { chatId: anna });
  await host.rpc('chats.reply', { chatId: await write(channel, 'Boris'), text: 'Good day' });
  await write(channel, 'Carla');
  await write(channel, 'Dora');
  const bot = await host.rpc('bots.create', {
    name: 'FAQ bot',
    endpoint: 'http://127.0.0.1:9/nobody',
    channelIds: [channel.id],
    silenceSeconds: 0,
  });
  const { service } = await host.rpc('bots.addresses', { botId: bot.id });
  const chatId = await write(channel, 'Emil');
  const asked = await fetch(here(service), {
    method: 'POST',
    body: JSON.stringify({ event: 'INVITE_AGENT', chat_id: chatId }),
  });
  expect(asked.status).toBe(200);
}

async function openReports(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function saved(
  page: Page,
  press: () => Promise<void>,
): Promise<{ readonly name: string; readonly text: string }> {
  const [file] = await Promise.all<[Promise<Download>, Promise<void>]>([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('reports count what happened, have a table below each chart, and show the chats behind a number', async ({
  shop,
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openReports(page);
  await expect(page.getByText('Nothing happened in this period')).toBeVisible();
  await expectAccessible(page, 'empty reports');
  const other = await openChannel(host, { name: FORMULA, publicId: 'formula' });
  await aBusyDay(host, shop.channel);
  await write(other, 'Fred');
  await page.reload();

  const figures = page.getByRole('region', { name: 'Summary' });
  await expect(figures.getByRole('button', { name: '6. Show the chats: Chats' })).toBeVisible();
  await expect(figures.getByText('1 rating')).toBeVisible();
  await expect(
    page.getByRole('img', {
      name: /^Chats over time: 6 in total, 2 answered by a person, 0 by a bot alone, 4 not answered/,
    }),
  ).toBeVisible();
  await card(page, 'Chats over time').getByText('Table', { exact: true }).click();
  const rows = card(page, 'Chats over time').getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.last().getByRole('cell')).toHaveText(['2', '0', '4', '6']);
  await expect(card(page, 'Why chats left the bot').getByRole('row').nth(1)).toContainText(
    'The bot asked for a person',
  );
  await expect(
    card(page, 'Ratings')
      .getByRole('row', { name: /^4 stars/ })
      .getByRole('cell')
      .first(),
  ).toContainText('1');

  await expectAccessible(page, 'reports');

  const channels = await saved(page, () => page.getByRole('button', { name: 'Save as CSV: Channels' }).click());
  expect(channels.name).toMatch(/^counterbell-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d-channels\.csv$/);
  expect(channels.text).toMatch(/^\uFEFFName,Chats,/);
  expect(channels.text).toContain(`"'=HYPERLINK(""https://evil.example"",""Anna"")",1,`);

  await page.getByRole('tab', { name: 'Today' }).click();
  await expect(page.getByText(/compared with yesterday up to this time/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Shop website', exact: true }).click();
  await figures.getByRole('button', { name: '5. Show the chats: Chats' }).press('Enter');
  const behind = page.getByRole('dialog', { name: 'Chats: Chats' });
  await expect(behind.getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page, 'chats behind a number');
  await behind.getByRole('button', { name: 'Close' }).click();
  await figures.getByRole('button', { name: '3 not answered' }).click();
  await page.getByRole('dialog', { name: 'Chats: Not answered' }).getByRole('link', { name: /Carla/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carla' })).toBeVisible();

  await openReports(page);
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('tab', { name: 'Dates' }).click();
  await expect(page.getByText(/compared with the day before/)).toBeVisible();
  const rows5 = await saved(page, () => page.getByRole('link', { name: 'Chats as CSV' }).click());
  expect(rows5.text.trimEnd().split('\r\n')).toHaveLength(6);
  expect(rows5.text).toContain(',Anna,');
  await page.getByLabel('From', { exact: true }).fill('2024-01-01');
  await expect(page.getByText(/^Choose two dates/)).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2025-12-28');
  await expect(page.getByText(/compared with the previous \d+ days/)).toBeVisible();
  await expectAccessible(page, 'dates of a report');
});

test(
  'a transcript of a chat, from its menu or the palette, and of a time range, from the reports; with notes only on request, and in the language of its window',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await aBusyDay(host, shop.channel);
    const page = await openConsole();
    await page.getByRole('tab', { name: 'Closed' }).click();
    await openChat(page, 'Anna');
    const save = page.getByRole('dialog', { name: 'Save a transcript' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save a transcript' }).click();
    const shown = await saved(page, () => save.getByRole('link', { name: 'Save' }).click());
    expect(shown.name).toMatch(/^Anna \d{4}-\d\d-\d\d\.html$/);
    expect(shown.text).toContain('Is it in stock?');
    expect(shown.text).toContain('Yes, three are left');
    expect(shown.text).not.toContain('Never pays');

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('transcript');
    await page.keyboard.press('Enter');
    await save.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Text', exact: true }).click();
    await save.getByRole('checkbox', { name: 'Include private notes' }).click();
    const withNotes = await saved(page, () => save.getByRole('link', { name: 'Save' }).click());
    expect([
      withNotes.name.endsWith('.txt'),
      withNotes.text.includes('Olga (note, not seen by the customer): Never pays at once'),
    ]).toEqual([true, true]);

    await openReports(page);
    await page.getByRole('button', { name: 'Transcripts' }).click();
    const period = page.getByRole('dialog', { name: 'Save transcripts' });
    await expect(period.getByRole('checkbox', { name: 'Include private notes' })).not.toBeChecked();
    await expectAccessible(page, 'transcripts');
    await period.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'For programs (JSON)' }).click();
    const all = await saved(page, () => period.getByRole('link', { name: 'Save' }).click());
    const { chats } = JSON.parse(all.text) as {
      readonly chats: readonly { readonly customer: { readonly name: string } }[];
    };
    expect(chats.map(({ customer }) => customer.name)).toEqual(['Anna', 'Boris', 'Carla', 'Dora', 'Emil']);
    expect((await fetch(`${host.console}/media/transcripts?days=7&format=json&timeZone=UTC`)).status).toBe(401);

    await page.goto(`${host.console}/#/`);
    await page.evaluate(() => localStorage.setItem('counterbell.language', 'es'));
    await page.reload();
    await showList(page, 'Abiertos');
    await chatRow(page, 'Carla').click();
    await page.getByRole('button', { name: 'Más', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Guardar una transcripción' }).click();
    const { text } = await saved(page, () => page.getByRole('link', { name: 'Guardar' }).click());
    expect(text).toContain('<html lang="es">');
    expect(text).toMatch(/<h1>Chat \d+ con Carla<\/h1>/);
    expect(text).toContain('aún abierto');
  },
);
