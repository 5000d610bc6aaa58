import type { Page } from '@playwright/test';
import { openSettings } from '../settings-page.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { answer } from '../../fixtures/integrator.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const PROVIDER = 'https://bot.example/events';

async function openBotPage(page: Page, host: Host, bot: Bot): Promise<void> {
  await page.goto(`${host.console}/#/settings/bots/${bot.id}`);
  await expect(page.getByRole('heading', { level: 2, name: bot.name })).toBeVisible();
}

const addBot = (host: Host, fields: Partial<RouteInput<'bots.create'>> = {}) =>
  host.rpc('bots.create', { name: 'FAQ bot', endpoint: PROVIDER, ...fields });

async function botNow(host: Host, botId: string): Promise<Bot | undefined> {
  return (await host.rpc('bots.list', {})).bots.find(({ id }) => id === botId);
}

const postEvent = (service: string) =>
  fetch(service, { method: 'POST', body: JSON.stringify({ event: 'INVITE_AGENT', chat_id: '999999' }) });

test.describe('with the clipboard:', () => {
  test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

  test('a bot is added with errors shown while typing; token and service address are masked, revealed on demand, and copied whole', async ({
    shop,
    host,
    openConsole,
  }) => {
    const page = await openConsole();
    await openSettings(page, 'Bots');
    await expect(page.getByText('No bots yet')).toBeVisible();
    await expectAccessible(page, 'no bots');
    await expect(page.getByText('You see everything and can take over at any time.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Add a bot' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a bot' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('FAQ bot');
    const address = dialog.getByRole('textbox', { name: 'Bot address' });
    await address.fill('http://bot.example/events');
    await address.blur();
    await expect(dialog.getByText('Start with https://', { exact: false })).toBeVisible();
    await dialog.getByRole('switch', { name: 'Allow plain HTTP (development)' }).click();
    await expect(dialog.getByText('Start with https://', { exact: false })).toHaveCount(0);
    await expect(dialog.getByText('sent unencrypted', { exact: false })).toBeVisible();
    await dialog.getByRole('switch', { name: 'Allow plain HTTP (development)' }).click();
    await address.fill(PROVIDER);
    const token = dialog.getByRole('textbox', { name: 'Token' });
    await token.fill('two words');
    await dialog.getByRole('button', { name: 'Add bot' }).click();
    await expect(dialog.getByText('Use letters, digits and symbols, without spaces')).toBeVisible();
    await expectAccessible(page, 'add a bot');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const madeUp = await token.inputValue();
    expect(madeUp).toMatch(/^[\w-]{32}$/);
    await dialog.getByRole('button', { name: 'Add bot' }).click();

    await expect(page.getByRole('heading', { level: 2, name: 'FAQ bot' })).toBeVisible();
    const [bot] = (await host.rpc('bots.list', {})).bots;
    expect(bot).toMatchObject({ endpoint: PROVIDER, allowPlainHttp: false, channelIds: [] });
    await expect(page.getByText('Send it a test message, then choose its channels.', { exact: false })).toBeVisible();
    await expect(page.getByText('Not tested yet.', { exact: false })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Shop website' }).click();
    await expect.poll(async () => (await botNow(host, bot?.id ?? ''))?.channelIds).toEqual([shop.channel.id]);
    await expect(page.getByText('Send it a test message, then choose its channels.', { exact: false })).toHaveCount(0);
    expect(await page.content()).not.toContain(madeUp);
    await page.getByRole('button', { name: 'For developers' }).click();
    await page.getByRole('button', { name: 'Copy service address' }).click();
    await expect(page.getByRole('button', { name: 'Copy service address' })).toHaveText('Copied');
    const service = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(service).toBe(`${host.listener}/webhooks/${bot?.providerId}/${madeUp}`);
    expect((await postEvent(service)).status).toBe(400);
    expect(await page.content()).not.toContain(madeUp);

    await page.getByRole('button', { name: 'Show the token' }).click();
    await expect(page.locator('code').filter({ hasText: new RegExp(`^${madeUp}$`) })).toBeVisible();
    await page.getByRole('button', { name: 'Hide the token' }).click();
    await page.getByRole('button', { name: 'Show the service address' }).click();
    await expect(page.locator('code').filter({ hasText: service })).toBeVisible();
    await page.getByRole('button', { name: 'Hide the service address' }).click();
    await expect(page.getByText(madeUp, { exact: false })).toHaveCount(0);

    const { signingKey } = await host.rpc('bots.addresses', { botId: bot?.id ?? '' });
    await page.getByRole('button', { name: 'Show the signing key' }).click();
    await expect(page.getByText(signingKey, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
    await expect(page.getByText('Signing key renewed.', { exact: false })).toBeVisible();
    await expect(page.getByText(signingKey, { exact: true })).toHaveCount(0);
    expect((await host.rpc('bots.addresses', { botId: bot?.id ?? '' })).signingKey).not.toBe(signingKey);
  });
});

test('changes to a bot are saved on leaving the field and can be undone; off, on and remove work', async ({
  shop,
  integrator,
  host,
  openConsole,
}, { testId }) => {
  const provider = integrator.endpoint(`provider-${testId}`).url;
  const bot = await addBot(host, { endpoint: provider, channelIds: [shop.channel.id] });
  const page = await openConsole();
  await openBotPage(page, host, bot);
  const now = async () => botNow(host, bot.id);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Night bot');
  await name.blur();
  await expect.poll(async () => (await now())?.name).toBe('Night bot');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await now())?.name).toBe('FAQ bot');
  await expect(name).toHaveValue('FAQ bot');

  await page.getByRole('button', { name: 'For developers' }).click();
  const address = page.getByRole('textbox', { name: 'Bot address' });
  await address.fill('');
  await expect(page.getByText('Enter the bot’s address', { exact: false })).toBeVisible();
  await address.fill('http://bot.example/new');
  await page.getByRole('switch', { name: 'Allow plain HTTP (development)' }).click();
  await expect.poll(now).toMatchObject({ endpoint: 'http://bot.example/new', allowPlainHttp: true });
  const limit = page.getByRole('textbox', { name: 'Requests per hour' });
  await limit.fill('500');
  await limit.blur();
  await expect(page.getByText('0 of 500 in the last hour')).toBeVisible();
  const silence = page.getByRole('textbox', { name: 'Seconds without an answer' });
  await silence.fill('0');
  await silence.press('Enter');
  await page.getByRole('checkbox', { name: 'Shop website' }).click();
  await expect.poll(now).toMatchObject({ hourlyLimit: 500, silenceSeconds: 0, channelIds: [] });
  await expect(page.getByText('This bot gets no chats yet.', { exact: false })).toBeVisible();

  await host.rpc('bots.update', { botId: bot.id, endpoint: provider, channelIds: [shop.channel.id] });
  await shop.channel.say('anna', 'Hello');
  const stateOf = async (customer: string) => (await shop.channel.chatOf(JSON.stringify(customer))).state;
  expect(await stateOf('anna')).toBe('bot');
  await page.getByRole('button', { name: 'Turn bot off' }).click();
  await expect(page.getByText('FAQ bot is off.', { exact: false })).toBeVisible();
  expect(await stateOf('anna')).toBe('waiting');
  await shop.channel.say('tom', 'Hello');
  expect(await stateOf('tom')).toBe('waiting');
  await page.getByRole('button', { name: 'Turn bot on' }).click();
  await expect(page.getByRole('button', { name: 'Turn bot off' })).toBeVisible();
  await shop.channel.say('eva', 'Hello');
  expect(await stateOf('eva')).toBe('bot');

  const { service } = await host.rpc('bots.addresses', { botId: bot.id });
  await page.getByRole('button', { name: 'Change the token' }).click();
  await expectAccessible(page, 'a bot');
  await page.getByRole('button', { name: 'Remove bot' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Remove FAQ bot?' });
  await expect(asked).toContainText('Its chats move to Waiting at once.');
  await expectAccessible(page, 'remove a bot');
  await asked.getByRole('button', { name: 'Remove bot' }).click();
  await expect(page.getByText('FAQ bot removed. 1 chat is now in Waiting.')).toBeVisible();
  await expect(page.getByText('No bots yet')).toBeVisible();
  expect(await stateOf('eva')).toBe('waiting');
  expect((await postEvent(service)).status).toBe(401);
});

test(
  'two bots with one token: the list and both pages say so, and a new token resolves it; at its hourly limit a bot shows until when it is paused',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const token = 'the-same-token-for-two';
    const [faq, night] = [await addBot(host, { token }), await addBot(host, { name: 'Night bot', token })];
    const page = await openConsole();
    await openSettings(page, 'Bots');
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Two bots use the same token, so neither works. Give one of them a new token.' });
    await expect(notice).toContainText('FAQ bot and Night bot. Until then, their customers');
    await expect(page.getByText('Same token as Night bot')).toBeVisible();
    await expectAccessible(page, 'two bots with one token');
    await notice.getByRole('link', { name: 'FAQ bot' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'FAQ bot' })).toBeVisible();
    await notice.getByRole('link', { name: 'Night bot' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Night bot' })).toBeVisible();
    await expect(notice).toBeVisible();
    const { service } = await host.rpc('bots.addresses', { botId: night.id });
    expect((await postEvent(service)).status).toBe(401);

    await page.getByRole('button', { name: 'Change the token' }).click();
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByText('Never reached', { exact: true })).toBeVisible();
    expect((await host.rpc('bots.addresses', { botId: faq.id })).token).toBe(token);
    const renewed = await host.rpc('bots.addresses', { botId: night.id });
    expect((await postEvent(renewed.service)).status).toBe(400);

    await host.rpc('bots.update', { botId: night.id, hourlyLimit: 1 });
    await expect.poll(async () => (await postEvent(renewed.service)).status).toBe(429);
    await expect(page.getByText(/^Paused until \d\d:\d\d$/)).toBeVisible();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /Paused until \d\d:\d\d\. *The limit of 1 request an hour was reached/ }),
    ).toBeVisible();
    await openSettings(page, 'Activity');
    await expect(page.getByRole('row').filter({ hasText: 'Call is blocked' })).toContainText('Request from the bot');
  },
);

test('the test bot is added with one click and answers a test message; a provider’s refusal of one is explained in plain words', async ({
  shop,
  integrator,
  host,
  openConsole,
}, { testId }) => {
  const page = await openConsole();
  await openSettings(page, 'Bots');
  // It plays only on request.
  await expect(page.getByRole('checkbox', { name: 'Shop website' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Add the test bot' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Test bot' })).toBeVisible();
  expect((await host.rpc('bots.list', {})).bots).toMatchObject([{ name: 'Test bot', endpoint: null, channelIds: [] }]);
  await page.getByRole('checkbox', { name: 'Shop website' }).click();
  await expect
    .poll(() => host.rpc('bots.list', {}))
    .toMatchObject({ bots: [{ name: 'Test bot', channelIds: [shop.channel.id] }] });
  await expect(page.getByRole('textbox', { name: 'Bot address' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText(/^The provider accepted it in .* the limit is 3 s\./)).toBeVisible();
  await expect(page.getByText('Message from the bot').first()).toBeVisible();
  await page.getByRole('button', { name: 'For developers' }).click();
  await page.getByRole('button', { name: 'Show the token' }).click();
  await expectAccessible(page, 'the test bot');

  await openSettings(page, 'Bots');
  await page.getByRole('link', { name: 'Open the test bot' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Test bot' })).toBeVisible();

  const provider = integrator.endpoint(`provider-${testId}`);
  provider.react(answer.body('{"error":{"code":"invalid_client","message":"Who are you?"}}', 401));
  await openBotPage(page, host, await addBot(host, { endpoint: provider.url }));
  await page.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?');
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('The provider doesn’t accept the token (status 401).')).toBeVisible();
  await expect(page.getByText('Compare the token on both sides', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Response' })).toBeVisible();
  await expect(page.getByText('Who are you?', { exact: false })).toBeVisible();
  expect(JSON.parse(provider.received[0]?.raw ?? '')).toMatchObject({
    event: 'CLIENT_MESSAGE',
    message: { type: 'TEXT', text: 'Is anybody there?' },
  });
});

test('the channel’s page shows its bots, counts them for the status, and sets the channel type they receive; without one none counts', async ({
  shop,
  integrator,
  host,
  openConsole,
}, { testId }) => {
  const provider = integrator.endpoint(`provider-${testId}`);
  const faq = await addBot(host, { endpoint: provider.url, channelIds: [shop.channel.id] });
  const night = await addBot(host, { name: 'Night bot', channelIds: [shop.channel.id] });
  await host.rpc('operators.setPresence', { presence: 'away' });
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}/bots`);
  await expect(page.getByRole('link', { name: /FAQ bot/ })).toBeVisible();
  expect((await shop.channel.status()).body).toBe('0');
  const count = page.getByRole('switch', { name: 'Count the bot as available' });
  await count.click();
  await expect.poll(async () => (await shop.channel.status()).body).toBe('1');
  await page.getByRole('tab', { name: 'Channel', exact: true }).click();
  await page.getByRole('button', { name: 'For developers' }).click();
  const kind = page.getByRole('textbox', { name: 'Channel type sent to bots' });
  await expect(kind).toHaveValue('widget');
  await kind.fill('telegram');
  await kind.blur();
  await expect(page.getByText('Saved: Channel type sent to bots')).toBeVisible();
  await shop.channel.say('anna', 'Hello');
  const [told] = await provider.waitFor(1);
  expect(JSON.parse(told?.raw ?? '')).toMatchObject({ channel: { type: 'telegram' } });
  // It is in the journal once its response is read, which is after the provider received it.
  await expect
    .poll(async () => (await host.rpc('journal.list', {})).entries.map((entry) => entry.kind))
    .toContain('CLIENT_MESSAGE');

  await page.getByRole('tab', { name: 'Bots and files' }).click();
  await page.getByRole('link', { name: /Night bot/ }).click();
  await expect(page.getByText('FAQ bot answers first here', { exact: false })).toBeVisible();

  await openSettings(page, 'Activity');
  await expect(page.getByRole('row').filter({ hasText: 'Customer’s message to the bot' })).toContainText('FAQ bot');
  await page.getByRole('combobox', { name: 'Channel or bot' }).click();
  await page.getByRole('option', { name: 'Night bot (bot)' }).click();
  await expect(page.getByText('No matching requests')).toBeVisible();

  await page.goto(`${host.console}/#/settings/channels/${shop.channel.id}/bots`);
  await expect(count).toBeChecked();
  for (const { id: botId } of [faq, night]) await host.rpc('bots.update', { botId, channelIds: [] });
  await expect(count).not.toBeChecked();
  await expect(count).toBeDisabled();
  await expect(count).toHaveAccessibleDescription('Add a bot to this channel first.');
});
