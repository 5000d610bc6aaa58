import { createHmac } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { chatIn, SENT, write } from './fixtures.ts';
import { expect, test as base, type World } from './world.ts';

/** What a page can say of who is there; `nothing`: it does not call `identify`. */
type Said = 'nothing' | 'Anna' | 'Ben' | 'forget' | 'null';

const QUEUE = 'window.counterbell ||= function () { (counterbell.q ||= []).push(arguments); };';

/** The call of a page, and the pages that make it before the script has loaded. */
const test = base.extend<{ readonly call: (said: Said) => string; readonly pageOf: (said: Said) => string }>({
  call: async ({ world: { host } }, use) => {
    const [{ id: channelId } = { id: '' }] = (await host.rpc('channels.list', {})).channels;
    const { identityKey } = await host.rpc('sites.addresses', { channelId });
    await use((said) => {
      if (said === 'nothing') return '';
      if (said === 'forget') return `counterbell('forget')`;
      if (said === 'null') return `counterbell('identify', null)`;
      const signature = createHmac('sha256', identityKey).update(`${said}\n${said} Smith\n`).digest('hex');
      return `counterbell('identify', ${JSON.stringify({ id: said, name: `${said} Smith`, signature })})`;
    });
  },
  pageOf: async ({ world, call }, use) => {
    const { listenerUrl } = await world.host.rpc('setup.get', {});
    await use((said) =>
      world.shop.addPage(
        said,
        `<!doctype html><title>Lamps</title><script>${QUEUE}${call(said)}</script><script async src="${listenerUrl}/site/lamps.js"></script><input aria-label="Search">`,
      ),
    );
  },
});

async function open(page: Page): Promise<ReturnType<typeof chatIn>> {
  const chat = chatIn(page);
  await chat.button.click();
  await chat.field.waitFor();
  return chat;
}

let count = 0;
/** Writes something new; resolves when the engine has it. */
async function say(page: Page): Promise<string> {
  const { field, log } = chatIn(page);
  const text = `Text ${(count += 1)}`;
  await write(field, text);
  await expect(log.getByText(text, { exact: true })).toBeVisible();
  await expect(log.getByText(SENT)).toBeVisible();
  return text;
}

async function customers({ host }: World): Promise<readonly (string | undefined)[]> {
  return (await host.rpc('chats.list', { limit: 200 })).chats.map(({ customer }) => customer.name);
}

const WHO = ['nothing', 'Anna', 'Ben'] as const;
const SAID = [...WHO, 'forget', 'null'] as const;
/** Whoever is not signed in stays the same person if nobody was. */
const isSame = (before: Said, said: Said): boolean => before === said || (before === 'nothing' && said === 'null');

type Become = (
  page: Page,
  said: Said,
  by: { readonly call: (said: Said) => string; readonly pageOf: (said: Said) => string },
) => Promise<unknown>;
const ways: Readonly<Record<'on the same page' | 'on another page', Become>> = {
  'on the same page': (page, said, { call }) => page.evaluate(call(said)),
  'on another page': (page, said, { pageOf }) => page.goto(pageOf(said)).then(() => open(page)),
};
const all = WHO.flatMap((before) => SAID.map((said) => [before, said] as const));
const main: typeof all = [
  ['nothing', 'Anna'],
  ['Anna', 'Ben'],
  ['Anna', 'forget'],
];
for (const [way, changes, details] of [
  ['on the same page', main, {}],
  ['on the same page', all.filter(([, said]) => said !== 'nothing'), { tag: '@thorough' }],
  ['on another page', all, { tag: '@thorough' }],
] as const)
  test(
    `whoever comes next ${way} sees only what is theirs, in ${String(changes.length)} changes`,
    details,
    async ({ browser, contextOptions, world, pageOf, call }) => {
      for (const [before, said] of changes)
        await test.step(`${before}, then ${said}`, async () => {
          const context = await browser.newContext(contextOptions);
          const page = await context.newPage();
          await page.goto(pageOf(before));
          const { field, log } = await open(page);
          const first = await say(page);
          await field.fill('Not for others');
          await ways[way](page, said, { pageOf, call });
          await expect(field).toHaveValue(
            isSame(before, said) || (before === 'nothing' && said !== 'forget') ? 'Not for others' : '',
          );
          const second = await say(page);
          await expect(log.getByText(first, { exact: true })).toHaveCount(isSame(before, said) ? 1 : 0);
          // Whoever was there before finds what they wrote, and nothing else.
          await page.goto(pageOf(before));
          await open(page);
          await say(page);
          const isBack = isSame(before, said) || before !== 'nothing';
          await expect(log.getByText(first, { exact: true })).toHaveCount(isBack ? 1 : 0);
          const isStill = isSame(before, said) || (before === 'nothing' && said === 'forget');
          await expect(log.getByText(second, { exact: true })).toHaveCount(isStill ? 1 : 0);
          await context.close();
        });
      expect(new Set(await customers(world))).toEqual(new Set([undefined, 'Anna Smith', 'Ben Smith']));
    },
  );

async function twoTabs(context: BrowserContext, first: string, second: string): Promise<readonly [Page, Page]> {
  const [one, two] = [await context.newPage(), await context.newPage()];
  await one.goto(first);
  await open(one);
  await two.goto(second);
  await open(two);
  return [one, two];
}

test(
  'tabs of the same person show the same, and those of others nothing of it',
  { tag: '@thorough' },
  async ({ browser, contextOptions, pageOf }) => {
    for (const before of WHO)
      for (const said of WHO)
        await test.step(`${before} beside ${said}`, async () => {
          const context = await browser.newContext(contextOptions);
          const [one, two] = await twoTabs(context, pageOf(before), pageOf(said));
          const [first, second] = [await say(one), await say(two)];
          const both = before === said ? 1 : 0;
          await expect(chatIn(one).log.getByText(second, { exact: true })).toHaveCount(both);
          await expect(chatIn(two).log.getByText(first, { exact: true })).toHaveCount(both);
          await context.close();
        });
  },
);

for (const [said, details] of [
  ['forget', {}],
  ['null', { tag: '@thorough' }],
] as const)
  test(
    `${said} signs out in every tab, also where the window was never opened`,
    details,
    async ({ context, pageOf, call }) => {
      const [one, two] = await twoTabs(context, pageOf('Anna'), pageOf('Anna'));
      const first = await say(two);
      await expect(chatIn(one).log.getByText(first, { exact: true })).toBeVisible();
      await chatIn(one).field.fill('A draft of Anna');
      const three = await context.newPage();
      await three.goto(pageOf('nothing'));
      await chatIn(three).button.waitFor();
      await three.evaluate(call(said));
      for (const page of [one, two, three])
        await expect(chatIn(page).log.getByText(first, { exact: true })).toHaveCount(0);
      await expect(chatIn(one).field).toHaveValue('');
      const stored = 'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])';
      for (const page of [one, two, three]) expect(await page.evaluate(stored)).not.toMatch(/Anna|:as:/);
      await say(one);
      await expect(chatIn(one).log.getByText(first, { exact: true })).toHaveCount(0);
    },
  );

test('what could not be sent is neither shown nor sent as somebody else’s, and goes out when they are back', async ({
  page,
  world,
  context,
  pageOf,
  call,
}) => {
  await page.goto(pageOf('Anna'));
  const { field, log } = await open(page);
  await say(page);
  await context.setOffline(true);
  await write(field, 'Unsent of Anna');
  await expect(log.getByText('Unsent of Anna')).toBeVisible();
  await context.setOffline(false);
  await context.route('**/site/lamps/**', (route) =>
    route.request().url().includes('status') ? route.continue() : route.abort(),
  );
  await context.routeWebSocket('**/site/lamps/connect', (socket) => void socket.close());
  await page.goto(pageOf('nothing'));
  await open(page);
  await expect(log.getByText('Unsent of Anna')).toHaveCount(0);
  await context.unrouteAll();
  await page.goto(pageOf('Anna'));
  await open(page);
  await expect(log.getByText('Unsent of Anna')).toBeVisible();
  await expect
    .poll(async () => (await world.host.rpc('chats.list', {})).chats.map(({ lastMessage }) => lastMessage?.text))
    .toEqual(['Unsent of Anna']);
  await page.evaluate(call('null'));
  await expect(log.getByText('Unsent of Anna')).toHaveCount(0);
});

test(
  'after a restart of the engine everybody still sees only what is theirs',
  { tag: '@thorough' },
  async ({ page, world, pageOf, call }) => {
    const { host } = world;
    const addresses = {
      listener: new URL((await host.rpc('setup.get', {})).listenerUrl).host,
      console: new URL(host.console).host,
    };
    await page.goto(pageOf('Anna'));
    const { log } = await open(page);
    const first = await say(page);
    await host.stop();
    await page.evaluate(call('null'));
    await expect(log.getByText(first, { exact: true })).toHaveCount(0);
    const again = await host.restart({ addresses });
    await say(page);
    await page.evaluate(call('Anna'));
    await expect(log.getByText(first, { exact: true })).toBeVisible();
    await page.evaluate(call('Ben'));
    await say(page);
    await expect(log.getByText(first, { exact: true })).toHaveCount(0);
    await again.stop();
  },
);

test(
  'signing in or out takes the focus from nothing on the page',
  { tag: '@thorough' },
  async ({ page, pageOf, call }) => {
    await page.goto(pageOf('nothing'));
    const { field } = await open(page);
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.focus();
    await page.evaluate(call('Anna'));
    await say(page);
    await search.focus();
    await page.evaluate(call('forget'));
    await expect(field).toHaveValue('');
    await expect(search).toBeFocused();
    await field.focus();
    await page.evaluate(call('Ben'));
    await expect(field).toBeFocused();
  },
);
