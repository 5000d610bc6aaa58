import type { Browser, Page, Request } from '@playwright/test';
import { sectionPath, shownSections, type SectionName } from '#shared/domain/settings-sections.ts';
import { audienceOf, isRouteName } from '#main/console/all-routes.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import texts from '#shared/locales/en/settings.json' with { type: 'json' };
import type { Host } from '../../fixtures/host-client.ts';
import { choose } from '../attaching.ts';
import { expectAccessible } from '../axe.ts';
import { chatRow, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { watched } from '../watched.ts';

const OLGA = { name: 'Olga', accessKey: 'olga-key-for-tests-0001', role: 'owner' };
const BORIS = { name: 'Boris', accessKey: 'boris-key-for-tests-0001', role: 'owner' };
const IVAN = { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001', role: 'operator' };

test.use({ provision: { operators: [OLGA, BORIS, IVAN] } });

/** Every section in a browser, and those of an operator. */
const sections = shownSections({ hasDesktop: false, isOwner: true });
const ofOperators = shownSections({ hasDesktop: false, isOwner: false });
const ofOwners = sections.filter((section) => !ofOperators.includes(section));

const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Two lamps') };

const ONLY = 'Only owners can open this.';

/** A window signed in with a key, which records what it asks and what it is refused. */
async function signIn(browser: Browser, host: Host, accessKey: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = new Set<RouteName>();
  const answers: Promise<string | undefined>[] = [];
  const open = new Set<Request>();
  const end = (request: Request): void => void open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const routeOf = (url: string): string => decodeURIComponent(/\/rpc\/([^?]+)/.exec(url)?.[1] ?? '');
  page.on('request', (request) => {
    open.add(request);
    const route = routeOf(request.url());
    if (isRouteName(route)) asked.add(route);
  });
  page.on('response', (response) => {
    const route = routeOf(response.url());
    if (!isRouteName(route)) return;
    const code = async (): Promise<string | undefined> => {
      const answer = (await response.json()) as { readonly error?: { readonly code: string } };
      return answer.error?.code === 'forbidden' ? route : undefined;
    };
    // The page has been left meanwhile.
    answers.push(code().catch(() => undefined));
  });
  const { isWhole } = watched(page);
  await page.goto(`${host.console}/?key=${accessKey}`);
  return {
    page,
    /** routes that are for owners, or for those who may see reports */
    askedFor: (audience: 'owner' | 'reports') => [...asked].filter((route) => audienceOf(route) === audience),
    refused: async () => (await Promise.all(answers)).filter((route) => route !== undefined),
    /** every request has been answered, and no answer led to another */
    isSettled: () =>
      expect
        .poll(async () => {
          await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
          return open.size;
        })
        .toBe(0),
    isWhole,
    close: () => context.close(),
  };
}

const heading = (page: Page, section: SectionName) =>
  page.getByRole('heading', { level: 2, name: texts.sections[section], exact: true });
const idOf = async (host: Host, name: string): Promise<string> =>
  (await host.rpc('operators.list', {})).operators.find((operator) => operator.name === name)?.id ?? '';
const setRole = async (host: Host, name: string, role: 'owner' | 'operator') =>
  host.rpc('operators.change', { operatorId: await idOf(host, name), role });

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Everyone on the team' }).getByRole('button', { name: new RegExp(`^${name}`) });

test('a link to any section of the settings opens it, or says which owner to ask', async ({ host, browser }) => {
  const ivan = await signIn(browser, host, IVAN.accessKey);
  const { page } = ivan;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const nav = page.getByRole('navigation', { name: 'Settings' });
  for (const section of sections) {
    await test.step(section, async () => {
      await page.goto(`${host.console}/#${sectionPath(section)}`);
      await expect(heading(page, section)).toBeVisible();
      const isTheirs = ofOperators.includes(section);
      await expect(page.getByText(ONLY)).toHaveCount(isTheirs ? 0 : 1);
      if (isTheirs) {
        await expect(nav.getByRole('link', { name: texts.sections[section], exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        );
        return;
      }
      await expect(page.getByText('Ask Olga or Boris.')).toBeVisible();
      await expect(nav.getByRole('link', { name: texts.sections[section], exact: true })).toHaveCount(0);
    });
  }
  for (const path of ['channels/1', 'channels/1/website', 'bots/1', 'activity/1', 'data/make', 'connection/tunnel']) {
    await page.goto(`${host.console}/#/settings/${path}`);
    await expect(page.getByText('Ask Olga or Boris.')).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText(ONLY)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the inbox' }).press('Enter');
  await expect(page.getByRole('tab', { name: /^Waiting/ })).toBeVisible();
  await ivan.isWhole();
  expect(ivan.askedFor('owner')).toEqual([]);
  expect(await ivan.refused()).toEqual([]);
  await ivan.close();
});

test('an operator works without asking for anything of owners, and sees nothing that leads there; reports go and come back when owners say so', async ({
  host,
  shop,
  browser,
}) => {
  await host.rpc('bots.create', { name: 'FAQ', channelIds: [shop.channel.id], silenceSeconds: 0 });
  await host.rpc('bots.disable', { botId: (await host.rpc('bots.list', {})).bots[0]?.id ?? '' });
  await shop.channel.post({ sender: { id: 'Anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
  const ivan = await signIn(browser, host, IVAN.accessKey);
  const { page } = ivan;
  await openChat(page, 'Anna');
  await expect(page.getByRole('region', { name: 'Next steps' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /connection/i })).toHaveCount(0);

  await page.getByRole('button', { name: /^Details/ }).click();
  await expect(page.getByRole('button', { name: 'Block' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Export|^Erase/ })).toHaveCount(0);
  await page.getByRole('article').first().hover();
  await expect(page.getByRole('link', { name: /Activity/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Chat tags' }).click();
  await expect(page.getByRole('dialog', { name: 'Chat tags' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage tags' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await choose(page, note);
  await expect(page.getByText('Customers will get your message without them. Ask Olga or Boris.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove note\.txt/ }).click();

  await chatRow(page, 'Anna').click({ position: { x: 28, y: 30 } });
  const bar = page.getByRole('toolbar', { name: 'Selected chats' });
  await expect(bar.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  await bar.getByRole('button', { name: /^Clear/ }).click();

  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
  for (const words of ['settings', 'backup', 'chat page', 'check']) {
    await palette.getByRole('combobox').fill(words);
    await expect(palette.getByRole('combobox')).toHaveValue(words);
    const offered = await palette.getByRole('option').allInnerTexts();
    for (const section of ofOwners) expect(offered.join('\n')).not.toContain(`Settings: ${texts.sections[section]}`);
    expect(offered.join('\n')).not.toMatch(/Chat page|backup/i);
  }
  await palette.getByRole('combobox').fill('Settings:');
  await expect(palette.getByRole('option', { name: 'Settings: Profile' })).toBeVisible();
  await page.keyboard.press('Escape');

  for (const path of ['search', 'customers', 'reports', 'reports/ratings', 'visitors']) {
    await page.goto(`${host.console}/#/${path}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(`${host.console}/#/settings/about`);
  await expect(page.getByText(/^Counterbell \d/)).toBeVisible();
  await expect(page.getByText('Address on this computer')).toHaveCount(0);

  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('button', { name: /Transcripts/ })).toBeVisible();
  await host.rpc('team.change', { reports: false });
  await expect(page.getByText('Ask Olga or Boris.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(ONLY)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('reports');
  await expect(page.getByRole('option', { name: 'Reports' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await host.rpc('team.change', { reports: true });
  await expect(page.getByRole('button', { name: /Transcripts/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toBeVisible();
  await ivan.isWhole();
  expect(ivan.askedFor('owner')).toEqual([]);
  expect(await ivan.refused()).toEqual([]);
  await ivan.close();
});

test(
  'a role that changes while a section is open changes the screen, in every section',
  { tag: '@thorough' },
  async ({ host, browser }) => {
    test.slow();
    const boris = await signIn(browser, host, BORIS.accessKey);
    const { page } = boris;
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    for (const section of ofOwners) {
      await test.step(section, async () => {
        await page.goto(`${host.console}/#${sectionPath(section)}`);
        await expect(heading(page, section)).toBeVisible();
        await expect(page.getByText(ONLY)).toHaveCount(0);
        await boris.isSettled();
        await setRole(host, 'Boris', 'operator');
        await expect(page.getByText('Ask Olga.')).toBeVisible();
        await setRole(host, 'Boris', 'owner');
        await expect(page.getByText(ONLY)).toHaveCount(0);
        await expect(heading(page, section)).toBeVisible();
        await expect(page.getByText('Couldn’t load this.')).toHaveCount(0);
      });
    }
    await boris.isWhole();
    expect(await boris.refused()).toEqual([]);
    await boris.close();
  },
);

test('a role that changes while a dialog is open closes it; what was known of owners is forgotten', async ({
  host,
  browser,
}) => {
  const boris = await signIn(browser, host, BORIS.accessKey);
  const { page } = boris;
  await page.goto(`${host.console}/#/settings/data/make`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await boris.isSettled();
  await setRole(host, 'Boris', 'operator');
  await expect(page.getByText('Ask Olga.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${host.console}/#/`);
  await expect(page.getByRole('tab', { name: /^Waiting/ })).toBeVisible();
  // The chip about reachability was there for the owner.
  await expect(page.getByRole('link', { name: /Open Connection/i })).toHaveCount(0);
  await setRole(host, 'Boris', 'owner');
  await expect(page.getByRole('link', { name: /Open Connection/i })).toBeVisible();
  expect(await boris.refused()).toEqual([]);
  await boris.close();
});

test('an owner makes colleagues owners and operators, by keyboard too, and is asked first, decides whether operators see the reports, and leaves the page with the role; the last one can’t, and reads why', async ({
  host,
  openConsole,
}) => {
  const page = await openConsole();
  await page.goto(`${host.console}/#/settings/operators`);
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByRole('button', { name: 'With an access key instead' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an operator' });
  await expect(adding.getByRole('radio', { name: 'Operator' })).toBeChecked();
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(adding.getByRole('radio', { name: 'Owner' })).toBeChecked();
  await adding.getByRole('button', { name: 'Add operator' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Zoe')).toContainText('Owner');

  await row(page, 'Ivan').click();
  await page.getByRole('radio', { name: 'Owner' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Make Ivan an owner?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('radio', { name: 'Operator' })).toBeChecked();
  expect((await host.rpc('operators.list', {})).operators.find(({ name }) => name === 'Ivan')?.role).toBe('operator');
  await page.getByRole('radio', { name: 'Owner' }).click();
  await asked.getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByText('Ivan is now an owner.')).toBeVisible();
  await expect(row(page, 'Ivan')).toContainText('Owner');
  await page.getByRole('radio', { name: 'Operator' }).click();
  await page
    .getByRole('alertdialog', { name: 'Make Ivan an operator?' })
    .getByRole('button', { name: 'Make operator' })
    .click();
  await expect(page.getByText('Ivan is now an operator.')).toBeVisible();
  await expect(row(page, 'Ivan')).not.toContainText('Owner');

  const reports = page.getByRole('switch', { name: 'Reports' });
  await expect(reports).toBeChecked();
  await reports.press('Space');
  await expect(page.getByText('Saved: Reports')).toBeVisible();
  expect(await host.rpc('team.get', {})).toMatchObject({ reports: false });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(reports).toBeChecked();
  expect(await host.rpc('team.get', {})).toMatchObject({ reports: true });

  await setRole(host, 'Zoe', 'operator');
  await row(page, 'Olga').click();
  await page.getByRole('radio', { name: 'Operator' }).click();
  await page
    .getByRole('alertdialog', { name: 'Stop being an owner?' })
    .getByRole('button', { name: 'Stop being an owner' })
    .click();
  await expect(page.getByText('Ask Boris.')).toBeVisible();

  await page.goto(`${host.console}/?key=${BORIS.accessKey}`);
  await page.goto(`${host.console}/#/settings/operators`);
  await row(page, 'Boris').click();
  await expect(page.getByText('Make someone else an owner first.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Operator' })).toBeDisabled();
});

test(
  'an operator renews their own key in their profile and stays signed in',
  { tag: '@thorough' },
  async ({ host, browser }) => {
    const ivan = await signIn(browser, host, IVAN.accessKey);
    const { page } = ivan;
    await page.goto(`${host.console}/#/settings/profile`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('textbox', { name: 'Access key' }).inputValue();
    expect(key).not.toBe(IVAN.accessKey);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ivan');
    expect(await ivan.refused()).toEqual([]);
    await ivan.close();
  },
);

test.describe('while nobody has set Counterbell up', () => {
  test.use({ provision: { operators: [] } });

  test('owners get the first run, operators the inbox', async ({ host, browser, openConsole }) => {
    const { accessKey } = await host.rpc('operators.add', { name: 'Ivan' });
    const ivan = await signIn(browser, host, accessKey);
    await expect(ivan.page.getByRole('tab', { name: /^Waiting/ })).toBeVisible();
    expect(ivan.askedFor('owner')).toEqual([]);
    await ivan.close();
    const page = await openConsole();
    await expect(page.getByRole('button', { name: /^Skip setup/ })).toBeVisible();
  });
});

test.describe('axe', () => {
  test.use({ provision: { operators: [OLGA, IVAN] } });

  test(
    'finds nothing on what operators and owners see',
    { tag: '@thorough' },
    async ({ host, browser, openConsole }) => {
      await host.rpc('team.change', { reports: false });
      const ivan = await signIn(browser, host, IVAN.accessKey);
      for (const path of ['settings/connection', 'reports', 'settings/profile', 'settings/media']) {
        await ivan.page.goto(`${host.console}/#/${path}`);
        await expect(ivan.page.getByText(/Ask Olga|Your name|Stickers/).first()).toBeVisible();
        await expectAccessible(ivan.page, path);
      }
      await ivan.close();
      const olga = await openConsole();
      await olga.goto(`${host.console}/#/settings/operators`);
      await row(olga, 'Olga').click();
      await expect(olga.getByText('Make someone else an owner first.')).toBeVisible();
      await expectAccessible(olga, 'the last owner');
    },
  );
});
