import type { Page } from '@playwright/test';
import { answer } from '../fixtures/integrator.ts';
import { openVisitor, type TestVisitor } from '../fixtures/visitor.ts';
import { expectAccessible } from './axe.ts';
import { composer, messageOf, openChat, reply, showList } from './conversation.ts';
import { expect, type Fixtures, test } from './fixtures.ts';

type Host = Fixtures['host'];

const ORIGIN = { origin: 'https://bella-lamps.example' };
const RED = {
  url: 'https://bella-lamps.example/red-lamp?from=mail',
  title: 'Red lamp · Bella Lamps',
  referrer: 'https://search.example/find?q=lamps',
};
const BLUE = { url: 'https://bella-lamps.example/blue-lamp', title: 'Blue lamp · Bella Lamps' };

let count = 0;
const newId = (): string => `visitor-e2e-${String((count += 1))}`;

async function openSite(host: Host): Promise<string> {
  const site = { sites: [new URL(RED.url).host] };
  await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'lamps', site });
  return (await host.rpc('setup.get', {})).listenerUrl;
}

interface Writer {
  readonly visitor: TestVisitor;
  readonly token: string;
}

/** A visitor who has written. */
async function writer(url: string, text: string, contact: object = {}, on = RED): Promise<Writer> {
  const visitor = await openVisitor(url, 'lamps', { page: on, language: 'de-AT' }, ORIGIN);
  await visitor.next('welcome');
  visitor.say({ kind: 'begin' });
  const { token } = await visitor.next('token');
  const id = newId();
  visitor.say({ kind: 'message', id, text, contact });
  await visitor.next('accepted', (frame) => frame.id === id);
  return { visitor, token };
}

const line = (page: Page) => page.getByRole('region', { name: /^Chat with/ });
const card = (page: Page) => page.getByRole('region', { name: 'On the website' });
const mark = (page: Page, text: string, name: string) =>
  messageOf(page.getByRole('log'), text).getByRole('img', { name });

test(
  'an open chat shows the page where the visitor is, follows them, and says when they have left and are back; those without a name are told apart by their page and their own words',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const url = await openSite(host);
    const { visitor, token } = await writer(url, 'Do you have it in blue?', {
      name: 'Anna',
      email: 'anna@mail.example',
    });
    const writers = [
      await writer(url, 'Is the red one in stock?'),
      await writer(url, 'How long is the cable?', {}, { ...RED, ...BLUE }),
    ];
    const page = await openConsole();
    const other = await openConsole();
    for (const [name, words] of [
      ['Visitor on /red-lamp', 'Is the red one in stock?'],
      ['Visitor on /blue-lamp', 'How long is the cable?'],
    ] as const)
      await expect(page.getByRole('option').filter({ hasText: name })).toContainText(words);
    await openChat(page, 'Visitor on /red-lamp');
    await expect(page.getByRole('region', { name: /^Chat with Visitor on \/red-lamp/ })).toBeVisible();
    await expect(messageOf(page.getByRole('log'), 'Is the red one in stock?')).toBeVisible();
    // Messages of a website have no entry in Activity.
    await expect(page.getByRole('link', { name: 'Show in Activity' })).toHaveCount(0);
    await Promise.all(writers.map(({ visitor: each }) => each.leave()));
    for (const each of [page, other]) {
      await openChat(each, 'Anna');
      await expect(line(each).getByText('On the site:')).toBeVisible();
      await expect(line(each).getByRole('link', { name: /^Red lamp/ })).toHaveAttribute('href', RED.url);
    }
    await expect(card(page).getByText('On the site now')).toBeVisible();
    await expect(card(page).getByText('search.example/find')).toBeVisible();
    await expectAccessible(page, 'a chat of a visitor');
    // The website is named once.
    await expect(card(page).getByText(new URL(RED.url).host)).toHaveCount(0);
    visitor.say({ kind: 'page', page: BLUE });
    for (const each of [page, other]) await expect(line(each).getByRole('link', { name: /^Blue lamp/ })).toBeVisible();
    await expect(card(page).getByText('Came from')).toHaveCount(0);

    await visitor.leave();
    for (const each of [page, other]) await expect(line(each).getByText('Left just now')).toBeVisible();
    await expect(card(page).getByText('Last page')).toBeVisible();
    await expect(card(page).getByText('They have left.')).toBeVisible();
    await expectAccessible(page, 'a visitor who has left');
    await expect(card(page).getByRole('link', { name: /^Blue lamp/ })).toBeVisible();
    await expect(card(page).getByRole('link', { name: 'anna@mail.example' })).toHaveAttribute(
      'href',
      'mailto:anna@mail.example',
    );
    const back = await openVisitor(url, 'lamps', { token, page: RED }, ORIGIN);
    for (const each of [page, other]) await expect(line(each).getByRole('link', { name: /^Red lamp/ })).toBeVisible();
    await expect(card(page).getByText('They have left.')).toHaveCount(0);
    await back.leave();
  },
);

test(
  'each reply says what became of it: on its way, delivered, seen; and that it waits for somebody who has left',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    test.slow();
    const url = await openSite(host);
    const { visitor, token } = await writer(url, 'Do you have it in blue?', { name: 'Anna' });
    const page = await openConsole();
    const other = await openConsole();
    await openChat(page, 'Anna');
    await reply(page, 'Yes, we do');
    await expect(mark(page, 'Yes, we do', 'On its way')).toBeVisible();
    await expectAccessible(page, 'a reply on its way');
    await showList(other, 'All open');
    await openChat(other, 'Anna');
    await expect(mark(other, 'Yes, we do', 'On its way')).toBeVisible();
    const { message } = await visitor.next('message', (frame) => frame.message.from === 'operator');
    visitor.say({ kind: 'got', upTo: message.id, seen: false });
    for (const each of [page, other]) await expect(mark(each, 'Yes, we do', 'Delivered')).toBeVisible();
    visitor.say({ kind: 'got', upTo: message.id, seen: true });
    for (const each of [page, other]) await expect(mark(each, 'Yes, we do', 'Seen')).toBeVisible();
    await page.reload();
    await expect(mark(page, 'Yes, we do', 'Seen')).toBeVisible();

    await visitor.leave();
    await reply(page, 'Still there?');
    await reply(page, 'I keep one for you');
    const away = 'They’ve left. They’ll see it when they come back.';
    for (const each of [page, other]) {
      await expect(mark(each, 'Still there?', away)).toBeVisible();
      // Said once for both.
      await expect(each.getByRole('log').getByText(away)).toHaveCount(1);
    }
    // Meanwhile a channel of another kind, written to later, makes all its attempts.
    await shop.channel.post({ sender: { id: 'boris', name: 'Boris' }, message: { type: 'text', text: 'Hello' } });
    shop.endpoint.react(answer.error('blocked', 'This customer has left'));
    await showList(other, 'All open');
    await openChat(other, 'Boris');
    await reply(other, 'Hello Boris');
    await expect(messageOf(other.getByRole('log'), 'Hello Boris').getByText('Not delivered.')).toBeVisible({
      timeout: 20_000,
    });
    await openChat(other, 'Anna');
    await expect(page.getByRole('log').getByText('Not delivered')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('log').getByText(away)).toHaveCount(1);
    const back = await openVisitor(url, 'lamps', { token, cursor: message.id, page: BLUE }, ORIGIN);
    const waited = (await back.next('welcome')).messages;
    expect(waited.map(({ text }) => text)).toEqual(['Still there?', 'I keep one for you']);
    await expect(mark(page, 'I keep one for you', 'On its way')).toBeVisible();
    back.say({ kind: 'got', upTo: waited.at(-1)?.id ?? '', seen: false });
    for (const each of [page, other]) {
      await expect(mark(each, 'I keep one for you', 'Delivered')).toBeVisible();
      await expect(mark(each, 'Still there?', 'Delivered')).toBeVisible();
      await expect(each.getByRole('log').getByText(away)).toHaveCount(0);
    }
    await back.leave();
  },
);

const rows = (page: Page) => page.getByRole('list', { name: 'Visitors' }).getByRole('listitem');
const toVisitors = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Visitors' }).click();

test(
  'everybody on the website is listed, live in two windows; one is written to, another invited',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const page = await openConsole();
    const other = await openConsole();
    await expect(page.getByRole('link', { name: 'Customers' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Visitors' })).toHaveCount(0);
    const url = await openSite(host);
    for (const each of [page, other]) {
      await toVisitors(each);
      await expect(each.getByText('Nobody is here right now')).toBeVisible();
    }
    const { visitor: anna } = await writer(url, 'Do you have it in blue?', { name: 'Anna' });
    const lone = await openVisitor(url, 'lamps', { page: BLUE, language: 'de-AT' }, ORIGIN);
    for (const each of [page, other]) {
      await expect(rows(each)).toHaveCount(2);
      // Newest first.
      await expect(rows(each).nth(0)).toContainText('Blue lamp · Bella Lamps');
      await expect(rows(each).nth(0)).toContainText('German (Austria)');
      await expect(rows(each).nth(1)).toContainText('Anna');
      await expect(each.getByText('2 people are on your website')).toBeVisible();
    }
    for (const width of [760, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `visitors, ${String(width)}`);
    }
    lone.say({ kind: 'page', page: RED });
    for (const each of [page, other]) await expect(rows(each).nth(0)).toContainText('Red lamp');

    await rows(page).nth(0).getByRole('button', { name: 'Invite' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1).getByRole('button')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite this visitor' });
    await expect(dialog.getByText('They see it beside the button on the page.')).toBeVisible();
    await expectAccessible(page, 'invitation');
    await expect(dialog.getByRole('textbox', { name: 'Invitation' })).toBeFocused();
    await page.keyboard.type('Can I help?');
    await page.keyboard.press('Enter');
    expect(await lone.next('invite')).toMatchObject({ text: 'Can I help?', name: 'Olga' });
    await expect(page.getByText('The visitor sees your invitation.')).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await rows(page).nth(0).getByRole('button', { name: 'Invite' }).click();
    await page.keyboard.type('Still there?');
    await lone.leave();
    await expect(dialog.getByText('They have left the site.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Show to the visitor' })).toBeDisabled();
    await page.keyboard.press('Escape');
    for (const each of [page, other]) await expect(rows(each)).toHaveCount(1);
    await rows(page).getByRole('button', { name: 'Write to this customer' }).click();
    await expect(composer(page)).toBeFocused();
    await toVisitors(page);
    await rows(page).getByRole('link', { name: 'Anna' }).click();
    await expect(page.getByRole('log').getByText('Do you have it in blue?')).toBeVisible();
    await anna.leave();
    await expect(other.getByText('Nobody is here right now')).toBeVisible();
  },
);
