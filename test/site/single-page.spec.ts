import type { Locator } from '@playwright/test';
import { chatIn, SENT, write } from './fixtures.ts';
import { expect, feed, test, theChat, type World } from './world.ts';

/** An app with three ways to another page; each leaves nothing of what was in the body. */
const appFor = (
  script: string,
): string => `<!doctype html><title>Lamps</title><body><script async src="${script}"></script>
<script>
  window.counterbell = window.counterbell || function () { (counterbell.q = counterbell.q || []).push(arguments); };
  counterbell('on', 'message', ({ text }) => { document.body.dataset.heard = text; });
  const show = {
    rewritten: (name) => { document.body.innerHTML = '<main><h1>' + name + '</h1></main>'; },
    replaced: (name) => {
      const body = document.createElement('body');
      body.innerHTML = '<main><h1>' + name + '</h1></main>';
      const script = document.createElement('script');
      script.src = ${JSON.stringify(script)};
      body.append(script);
      document.documentElement.replaceChild(body, document.body);
    },
    emptied: (name) => {
      document.documentElement.replaceChildren(document.head, document.createElement('body'));
      document.body.innerHTML = '<main><h1>' + name + '</h1></main>';
    },
  };
  const go = (way, name, path) => { history.pushState({ way, name }, '', path); show[way](name); document.title = name; };
  addEventListener('popstate', ({ state }) => { const { way, name } = state ?? { way: 'rewritten', name: 'Lamps' }; show[way](name); document.title = name; });
</script></body>`;

const app = async ({ host, shop }: World): Promise<string> =>
  shop.addPage('app', appFor(`${(await host.rpc('setup.get', {})).listenerUrl}/site/lamps.js`));

test('a single-page app: the window outlives its pages, and the operator sees each of them', async ({
  page,
  browser,
  contextOptions,
  world,
}) => {
  await page.goto(await app(world));
  const { button, dialog, field, log } = chatIn(page);
  await button.click();
  await write(field, 'Do you have this in red?');
  await expect(log.getByText(SENT)).toBeVisible();
  const office = await browser.newContext(contextOptions);
  const operator = await office.newPage();
  await operator.goto(world.host.accessUrl);
  await operator.getByRole('option').filter({ hasText: 'Do you have this in red?' }).click();
  const where = operator.getByRole('region', { name: /^Chat with/ });
  // No website of the channel yet, so its title and address are text.
  const shown = (title: string): Locator => where.getByTitle(new RegExp(`^${title}`)).first();
  await expect(shown('Lamps')).toHaveAttribute('title', /\/app$/);
  await field.fill('A draft');
  const isWhole = async (name: string): Promise<void> => {
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(dialog).toHaveCount(1);
    await expect(log.getByText('Do you have this in red?')).toBeVisible();
    await expect(field).toHaveValue('A draft');
  };

  await page.evaluate(
    `go('rewritten', 'Oak', '/app/oak'); counterbell('page', { url: location.origin + '/oak', title: 'The oak lamp' })`,
  );
  await isWhole('Oak');
  await expect(shown('The oak lamp')).toHaveAttribute('title', /:\d+\/oak$/);
  // The app says nothing: the address and title are those of the browser.
  await page.evaluate(`go('replaced', 'Ash', '/app/ash')`);
  await isWhole('Ash');
  await expect(shown('Ash')).toHaveAttribute('title', /\/app\/ash$/);
  await page.evaluate(`go('emptied', 'Elm', '/app/elm'); counterbell('page')`);
  await isWhole('Elm');
  await expect(shown('Elm')).toHaveAttribute('title', /\/app\/elm$/);
  await page.goBack();
  await isWhole('Ash');
  await expect(shown('Ash')).toBeVisible();

  await field.press('Escape');
  await expect(dialog).toBeHidden();
  await page.evaluate(`go('replaced', 'Fir', '/app/fir')`);
  await world.host.rpc('chats.reply', { chatId: await theChat(world), text: 'Yes, in two sizes' });
  await expect(page.locator('body[data-heard="Yes, in two sizes"]')).toBeAttached();
  await expect(button).toHaveCount(1);
  await expect(button).toHaveAccessibleName('Chat with us, 1 new message');
  await expect(page).toHaveTitle('(1) Fir');
  await expect(shown('Fir')).toBeVisible();
  await button.click();
  await expect(log.getByText('Yes, in two sizes')).toHaveCount(1);
  await expect(page).toHaveTitle('Fir');
  const texts = (await feed(world)).filter(({ from }) => from !== 'system').map(({ text }) => text);
  expect(texts).toEqual(['Do you have this in red?', 'Yes, in two sizes']);
  expect((await world.host.rpc('visitors.list', {})).visitors).toHaveLength(1);
  await office.close();
});

test(
  'a single-page app: an invitation is for its pages, also for those that are reached in it',
  { tag: '@thorough' },
  async ({ page, world }) => {
    const [{ id: channelId } = { id: '' }] = (await world.host.rpc('channels.list', {})).channels;
    await world.host.rpc('channels.update', {
      channelId,
      site: { invitation: { on: true, text: 'Shall we help you choose?', seconds: 1, pages: ['/app/oak'] } },
    });
    await page.goto(await app(world));
    await chatIn(page).button.waitFor();
    const invitation = page.getByText('Shall we help you choose?', { exact: true });
    await page.evaluate(`go('replaced', 'Ash', '/app/ash')`);
    await expect(page.getByRole('heading', { name: 'Ash' })).toBeVisible();
    await expect(invitation).toHaveCount(0);
    await page.evaluate(`go('replaced', 'Oak', '/app/oak')`);
    await expect(invitation).toBeVisible();
  },
);
