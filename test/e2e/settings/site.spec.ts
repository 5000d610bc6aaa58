import type { Locator, Page } from '@playwright/test';
import type { Host } from '../../fixtures/host-client.ts';
import { openVisitor } from '../../fixtures/visitor.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { beginChannel, openSettings } from '../settings-page.ts';

/** A page of a website shows the window's button. */
async function show(host: Host, publicId: string, website: string): Promise<number> {
  const { status } = await fetch(`${host.listener}/site/${publicId}/status`, { headers: { origin: website } });
  return status;
}

async function siteChannel(host: Host, sites: readonly string[] = []): Promise<string> {
  const site = { sites: [...sites] };
  return (await host.rpc('channels.create', { name: 'Bella Lamps', kind: 'site', publicId: 'bella', site })).id;
}

const settingsOf = async (host: Host) => (await host.rpc('channels.list', {})).channels[0]?.site;
const step = (page: Page, title: string): Locator => page.getByRole('button', { name: new RegExp(`^${title}`) });

/** What the owner is asked about a website, wherever that is. */
const questionOf = (page: Page, website: string): Locator => page.getByRole('group', { name: website, exact: true });
const yes = (page: Page, website: string) => questionOf(page, website).getByRole('button', { name: 'Yes, it’s mine' });
const no = (page: Page, website: string) => questionOf(page, website).getByRole('button', { name: 'Not mine' });

/** What each choice of the guide opens: the chosen cards, and a text of that form alone. */
const forms = [
  { of: 'An address of your own', chosen: ['Own address'], needs: 'You have a domain, and a web server' },
  {
    of: 'Cloudflare, with your own domain',
    chosen: ['Address from a service', 'Cloudflare', /^Named/],
    needs: 'The public hostname you gave the tunnel',
  },
  { of: 'ngrok', chosen: ['Address from a service', 'ngrok'], needs: 'One of your domains at ngrok' },
  { of: 'quick tunnel', chosen: ['Address from a service', 'Cloudflare', /^Quick/], needs: 'New at every start' },
] as const;

test('the guide leads to a window that was seen and written in, and continues where it was left', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await openSettings(page, 'Channels');
  await beginChannel(page, 'On my website');
  const dialog = page.getByRole('dialog', { name: 'A chat window for your website' });
  await dialog.getByRole('textbox', { name: 'Name of your website or shop' }).fill('Bella Lamps');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Put Bella Lamps on your website' })).toBeVisible();
  const [channel] = (await host.rpc('channels.list', {})).channels;
  if (channel === undefined) throw new Error('there is no channel');

  // Nobody outside can reach this computer yet; ways that last come first, the one that changes is marked.
  await expect(step(page, 'Your address')).toHaveAttribute('aria-expanded', 'true');
  const ways = page.getByRole('list', { name: 'Choose how visitors reach you' }).getByRole('link');
  await expect(ways.first()).toContainText('Stays the same');
  await expect(ways.last()).toContainText('For trying only');
  const guide = page.url();
  for (const { of, chosen, needs } of forms) {
    await ways.filter({ hasText: of }).click();
    for (const name of chosen) await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
    await expect(page.getByText(needs)).toBeVisible();
    await page.goto(guide);
  }
  expect((await host.rpc('connection.get', {})).settings).toMatchObject({ way: 'local' });
  await page.getByRole('button', { name: 'Do this later' }).press('Enter');
  await expect(step(page, 'The look')).toBeFocused();
  const themes = page.getByRole('radiogroup', { name: 'Light or dark' }).locator('label');
  for (const [width, lines] of [
    [1280, 1],
    [390, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(themes).toHaveCount(3);
    // In one row or one column, never two and one.
    await expect
      .poll(
        async () =>
          new Set(await themes.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))).size,
      )
      .toBe(lines);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('radio', { name: 'Bottom left' }).click();
  await expect.poll(async () => (await settingsOf(host))?.side).toBe('left');
  await expect(step(page, 'The look')).toContainText('Done');

  // Left, and taken up again.
  await openSettings(page, 'Channels');
  await expect(page.getByText('Bella Lamps: The window isn’t on a website yet.')).toBeVisible();
  await page.getByRole('link', { name: /^Bella Lamps/ }).click();
  await page.getByRole('link', { name: 'Continue the guide' }).click();
  await expect(step(page, 'The look')).toContainText('Done');
  await openSettings(page, 'Channels');
  await beginChannel(page, 'On my website');
  const name = dialog.getByRole('textbox', { name: 'Name of your website or shop' });
  await expect(name).toHaveValue('Bella Lamps');
  await name.fill('Bella’s Lamps');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Put Bella’s Lamps on your website' })).toBeVisible();
  expect((await host.rpc('channels.list', {})).channels).toMatchObject([{ id: channel.id, name: 'Bella’s Lamps' }]);

  // What would lead nowhere yet says so, and where to mend it.
  await step(page, 'Your website').click();
  const reach = page.getByText('Only programs on this computer can reach these addresses.');
  await expect(reach).toBeVisible();
  await page.getByRole('button', { name: 'Your address', exact: true }).click();
  await expect(step(page, 'Your address')).toHaveAttribute('aria-expanded', 'true');
  await step(page, 'Your website').click();
  await expect(
    page.getByText(`<script async src="${host.listener}/site/${channel.publicId}.js"></script>`),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'WordPress' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the plugin' }).click();
  expect((await download).suggestedFilename()).toBe('counterbell.zip');
  await page.getByRole('tab', { name: 'No site' }).click();
  await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  for (const kind of ['SVG', 'PNG']) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download the QR code as ${kind}` }).click();
    expect((await saved).suggestedFilename()).toBe(`counterbell-${channel.publicId}.${kind.toLowerCase()}`);
  }

  await step(page, 'Try it').click();
  await expect(page.getByText('Waiting for your website.')).toBeVisible();
  expect(await show(host, channel.publicId, 'https://bella-lamps.example')).toBe(200);
  const question = questionOf(page, 'bella-lamps.example');
  await expect(question).toContainText('wants to show the chat window of Bella’s Lamps. Is this website yours?');
  await expect(question).toContainText('First seen: just now');
  await expect(step(page, 'Your website')).toContainText('Not yet');
  await expect(yes(page, 'bella-lamps.example')).toBeEnabled();
  await yes(page, 'bella-lamps.example').press('Enter');
  await expect(page.getByText('Reload the page there to see it.')).toBeVisible();
  await expect(page.getByText('Waiting for your website.')).toBeVisible();
  expect(await show(host, channel.publicId, 'https://bella-lamps.example')).toBe(200);
  await expect(page.getByText(/^Seen on bella-lamps\.example (just now|\d+ seconds? ago)\.$/)).toBeVisible();
  await expect(page.getByText('Write something there.', { exact: true })).toBeVisible();
  await expect(step(page, 'Your website')).toContainText('Done');
  const write = async (url: string) => {
    const visitor = await openVisitor(
      host.listener,
      channel.publicId,
      { page: { url } },
      { origin: new URL(url).origin },
    );
    await visitor.next('welcome');
    visitor.say({ kind: 'begin' });
    await visitor.next('token');
    visitor.say({ kind: 'message', id: 'message-1', text: 'Is the blue one in stock?' });
    return visitor;
  };
  const onChatPage = await write(`${host.listener}/chat/${channel.publicId}`);
  await expect.poll(async () => (await host.rpc('chats.list', { filter: 'open' })).chats).toHaveLength(1);
  await expect(step(page, 'Try it')).toContainText('Not yet');
  const visitor = await write('https://bella-lamps.example/lamps');
  await expect(page.getByText('And somebody has written to you.')).toBeVisible();
  await expect(step(page, 'Try it')).toContainText('Done');
  await Promise.all([visitor.leave(), onChatPage.leave()]);

  // Finished, it can still be opened, and another website gets a channel of its own.
  await page.getByRole('button', { name: 'Go to the settings' }).click();
  await page.getByRole('link', { name: 'Open the guide' }).click();
  await expect(step(page, 'Try it')).toContainText('Done');
  await openSettings(page, 'Channels');
  await expect(page.getByRole('link', { name: 'Continue the guide' })).toHaveCount(0);
  await beginChannel(page, 'On my website');
  await expect(name).toHaveValue('');
});

test('fields are saved as one leaves them, shown in the preview at once and in a second window, and stay', async ({
  host,
  openConsole,
}) => {
  const channelId = await siteChannel(host);
  const [page, other] = [await openConsole(), await openConsole()];
  const place = `${host.console}/#/settings/channels/${channelId}`;
  await Promise.all([page.goto(place), other.goto(place)]);
  const preview = page.getByRole('figure', { name: 'Preview' });
  const greeting = page.getByRole('textbox', { name: 'Greeting', exact: true });
  await greeting.fill('Hello from the lamp shop!');
  await expect(preview).toContainText('Hello from the lamp shop!');
  expect((await settingsOf(host))?.texts).toEqual({});
  await greeting.blur();
  await expect
    .poll(async () => (await settingsOf(host))?.texts)
    .toEqual({ en: { greeting: 'Hello from the lamp shop!' } });
  await expect(other.getByRole('textbox', { name: 'Greeting', exact: true })).toHaveValue('Hello from the lamp shop!');

  const consent = page.getByRole('textbox', { name: 'Consent line', exact: true });
  await consent.fill('Chats are stored for a year.');
  await expect(preview).toContainText('Chats are stored for a year.');
  await consent.fill('');

  await page.getByRole('combobox', { name: 'Language of these texts' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(greeting).toHaveValue('');
  await expect(greeting).toHaveAttribute('placeholder', 'Hello from the lamp shop!');
  await expect(page.getByRole('textbox', { name: 'Text field' })).toHaveAttribute(
    'placeholder',
    'Nachricht schreiben …',
  );
  await expect(preview).toContainText('Hello from the lamp shop!');
  await page.getByRole('radio', { name: 'Violet' }).click();
  await page.getByRole('combobox', { name: 'Email' }).click();
  await page.getByRole('option', { name: 'Required' }).click();
  await page.getByRole('switch', { name: 'Voice messages' }).click();
  await page.getByRole('switch', { name: 'Invite visitors to write' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Can we help?');
  await page.getByRole('textbox', { name: 'Seconds on the page' }).fill('30');
  const pages = page.getByRole('textbox', { name: 'Only on these pages' });
  await pages.fill('/lamps\n\n /checkout ');
  await pages.blur();
  await expect
    .poll(async () => settingsOf(host))
    .toMatchObject({
      color: '#6741d9',
      ask: { name: 'no', email: 'required', phone: 'no' },
      voice: true,
      invitation: { on: true, text: 'Can we help?', seconds: 30, pages: ['/lamps', '/checkout'] },
    });
  await expect(other.getByRole('textbox', { name: 'Seconds on the page' })).toHaveValue('30');

  await page.reload();
  await expect(greeting).toHaveValue('Hello from the lamp shop!');
  await expect(page.getByRole('radio', { name: 'Violet' })).toBeChecked();
  await greeting.fill('');
  await greeting.blur();
  await expect.poll(async () => (await settingsOf(host))?.texts).toEqual({ en: {} });
  await expect(preview).toContainText('Hi! How can we help?');
});

/** The owner has these to answer for, the first one shown first. */
async function tryOn(host: Host, ...websites: readonly string[]): Promise<void> {
  for (const website of websites) {
    await show(host, 'bella', `https://${website}`);
    await expect.poll(async () => (await settingsOf(host))?.otherSites.map((other) => other.host)).toContain(website);
  }
}

test('the inbox asks owners, and no operator, about a website, once, one at a time, and in two windows', async ({
  host,
  openConsole,
}) => {
  await siteChannel(host, ['bella-lamps.example']);
  const { accessKey } = await host.rpc('operators.add', { name: 'Mia' });
  const [page, other, operators] = [await openConsole(), await openConsole(), await openConsole(accessKey)];
  const long = `${'bella-lamps.'.repeat(15)}thief.example`;
  await tryOn(host, 'lamps.example', long);
  // A new question does not replace the one on the screen.
  for (const each of [page, other]) {
    await expect(questionOf(each, 'lamps.example')).toContainText('1 more website');
    await expect(questionOf(each, long)).toHaveCount(0);
  }
  await expect(operators.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await expect(questionOf(operators, 'lamps.example')).toHaveCount(0);
  await page.reload();
  await expect(yes(page, 'lamps.example')).toBeEnabled();
  await yes(page, 'lamps.example').press('Enter');
  await expect(page.getByText('lamps.example may show the window.')).toBeVisible();
  for (const each of [page, other]) {
    await expect(questionOf(each, 'lamps.example')).toHaveCount(0);
    await expect(questionOf(each, long)).toBeVisible();
  }
  expect((await settingsOf(host))?.sites).toEqual(['bella-lamps.example', 'lamps.example']);
  await no(other, long).click();
  await expect(questionOf(page, long)).toHaveCount(0);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(questionOf(page, long)).toBeVisible();
  await no(page, long).click();
  await expect(questionOf(other, long)).toHaveCount(0);
  await show(host, 'bella', `https://${long}`);
  await tryOn(host, 'third.example');
  await expect(questionOf(page, 'third.example')).not.toContainText('more website');
  await questionOf(page, 'third.example').getByRole('button', { name: 'Not mine' }).click();
  await expect(page.getByRole('group', { name: /\.example$/ })).toHaveCount(0);
});

test(
  'a website’s question is answered only after a moment, in the inbox and in the settings, so that no press meant for another answers it',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const channelId = await siteChannel(host, ['bella-lamps.example']);
    const page = await openConsole();
    await page.clock.install();
    await page.goto(host.console);
    await tryOn(host, 'lamps.example', 'thief.example', 'third.example');
    await expect(yes(page, 'lamps.example')).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    const isDisabledAtFirst = async (website: string): Promise<void> => {
      // What was pressed goes out and comes back in a few milliseconds of the page's clock.
      await expect(async () => {
        await page.clock.runFor(1);
        expect(await questionOf(page, website).count()).toBe(1);
      }).toPass();
      for (const button of [yes, no]) await expect(button(page, website)).toBeDisabled();
      await page.clock.runFor(300);
      for (const button of [yes, no]) await expect(button(page, website)).toBeDisabled();
      await page.clock.runFor(400);
      for (const button of [yes, no]) await expect(button(page, website)).toBeEnabled();
    };
    await yes(page, 'lamps.example').press('Enter');
    await isDisabledAtFirst('thief.example');

    await page.goto(`${host.console}/#/settings/channels/${channelId}/website`);
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(yes(page, 'thief.example')).toBeEnabled({ timeout: 100 });
    }).toPass();
    await no(page, 'thief.example').press('Enter');
    await isDisabledAtFirst('third.example');
  },
);

test(
  'other websites are asked about, allowed or refused, in two windows; developers find the key, and renewing it is asked about first',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const channelId = await siteChannel(host, ['bella-lamps.example']);
    const [page, other] = [await openConsole(), await openConsole()];
    const place = `${host.console}/#/settings/channels/${channelId}/website`;
    await Promise.all([page.goto(place), other.goto(place)]);
    const allowed = page.getByRole('list', { name: 'Allowed websites' });
    await expect(allowed).toHaveText('bella-lamps.example');
    await tryOn(host, 'lamps.example', 'copies.example');
    await yes(page, 'lamps.example').click();
    await expect(
      other.getByRole('list', { name: 'Allowed websites' }).getByText('lamps.example', { exact: true }),
    ).toBeVisible();
    await no(other, 'copies.example').click();
    await expect(page.getByRole('list', { name: 'Refused' })).toHaveText(/copies\.example/);
    await expect(page.getByRole('button', { name: 'Not mine' })).toHaveCount(0);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect(questionOf(page, 'copies.example')).toBeVisible();

    const name = page.getByRole('textbox', { name: 'Add a website' });
    await name.fill('not a website');
    await name.press('Enter');
    await expect(page.getByText('Enter a website’s name, like shop.example')).toBeVisible();
    await name.fill('https://www.third.example/cart');
    await name.press('Enter');
    await expect(allowed).toContainText('www.third.example');
    await page.getByRole('button', { name: 'Remove bella-lamps.example' }).click();
    await expect(allowed.getByRole('listitem')).toHaveCount(2);
    expect((await settingsOf(host))?.sites).toEqual(['lamps.example', 'www.third.example']);

    // Once the last one is gone, it says what that means.
    for (const website of ['lamps.example', 'www.third.example']) {
      const remove = page.getByRole('button', { name: `Remove ${website}`, exact: true });
      await remove.click();
      await expect(remove).toHaveCount(0);
    }
    await expect(page.getByText('The window isn’t shown on any website until you allow one.')).toBeVisible();
    await expect(page.getByText('None yet, so the window isn’t shown on any website.')).toBeVisible();

    await page.goto(`${host.console}/#/settings/channels/${channelId}/developers`);
    const { identityKey } = await host.rpc('sites.addresses', { channelId });
    await expect(page.getByText(identityKey)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show the identity key' }).click();
    await expect(page.getByText(identityKey)).toBeVisible();
    await page.getByRole('button', { name: 'Renew the key' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Renew the key of Bella Lamps?' });
    await expect(asked).toContainText('begin a new chat');
    await asked.getByRole('button', { name: 'Renew the key' }).click();
    await expect(asked).toHaveCount(0);
    await expect(page.getByText(identityKey)).toHaveCount(0);
    expect((await host.rpc('sites.addresses', { channelId })).identityKey).not.toBe(identityKey);
  },
);

test(
  'the guide and the page of a window have no faults that axe finds, wide and narrow',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const channelId = await siteChannel(host);
    await host.rpc('channels.update', {
      channelId,
      site: {
        otherSites: [{ host: 'copies.example', at: 1 }],
        invitation: { on: true, text: 'Hi', seconds: 9, pages: [] },
      },
    });
    const page = await openConsole();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const check = async (place: string, ready: Locator): Promise<void> => {
        await page.goto(`${host.console}/#/settings/channels/${place}`);
        await expect(ready).toBeVisible();
        await expectAccessible(page, `${place} at ${String(width)}`);
      };
      await check(`${channelId}/guide`, step(page, 'Your address'));
      await check(channelId, page.getByRole('figure', { name: 'Preview' }));
      await check(`${channelId}/website`, page.getByRole('img', { name: /^QR code/ }));
      if (width === 390) continue;
      await check('', page.getByRole('button', { name: 'Add channel' }));
      await check(`${channelId}/developers`, page.getByText('Identity key', { exact: true }));
      await page.goto(`${host.console}/#/settings/channels/${channelId}/guide`);
      for (const title of ['The look', 'Your website', 'Try it']) {
        await step(page, title).click();
        await expectAccessible(page, title);
      }
    }
  },
);
