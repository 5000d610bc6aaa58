import type { Browser, Page } from '@playwright/test';
import { startHost } from '../fixtures/host.ts';
import { expectAccessible, withoutMotion } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { openSettings } from './settings-page.ts';

/** A host that is open to colleagues. */
const test = base.extend({
  host: async ({ provision }, use) => {
    const host = await startHost({ provision, args: ['--team', '127.0.0.1:0'] });
    await use(host);
    await host.remove();
  },
});

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A colleague's own browser, which has not met the host's certificate. */
async function elsewhere(browser: Browser, options: object = {}): Promise<Page> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    userAgent: WINDOWS,
    ...options,
  });
  return context.newPage();
}

/** An owner invites somebody, in the dialog; returns the link. */
async function invite(page: Page, name: string, ...choices: readonly string[]): Promise<string> {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const asking = page.getByRole('dialog', { name: 'Invite a colleague' });
  await asking.getByRole('textbox', { name: 'Name' }).fill(name);
  for (const choice of choices) await asking.getByRole('radio', { name: new RegExp(`^${choice}`) }).click();
  await asking.getByRole('button', { name: 'Create invitation' }).click();
  return closeLink(page, `Invitation for ${name}`);
}

/** The link that a dialog shows; closes it. */
async function closeLink(page: Page, title: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: title });
  const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  return link;
}

const openInvitations = (page: Page) => page.getByRole('list', { name: 'Open invitations' });
const operatorRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Everyone on the team' }).getByRole('button', { name: new RegExp(`^${name}`) });
const useBrowser = (page: Page) => page.getByRole('button', { name: 'Use this browser' });
const inbox = (page: Page) => page.getByRole('navigation').first();

test('a colleague opens their invitation and is in the inbox; owners’ windows show both live; the link works once, and one that was withdrawn or cut off is refused in words', async ({
  host,
  browser,
  openConsole,
}) => {
  const page = await openConsole();
  const other = await openConsole();
  for (const each of [page, other]) await openSettings(each, 'Team');
  const link = await invite(page, 'Ivan', 'Operator', 'Only some channels');
  expect(link.startsWith(`${host.team ?? ''}/join#`)).toBe(true);
  for (const each of [page, other])
    await expect(openInvitations(each)).toContainText(/Ivan.*Operator.*Until tomorrow/s);

  const ivans = await elsewhere(browser);
  const asked: string[] = [];
  ivans.on('request', (request) => asked.push(request.url()));
  await ivans.goto(link);
  await expect(ivans.getByText('You’re invited as Ivan, an operator.')).toBeVisible();
  const code = link.split('#')[1] ?? '';
  await expect(ivans.getByRole('link', { name: 'Open in the Counterbell app' })).toHaveAttribute(
    'href',
    `counterbell://join/${code}`,
  );
  await useBrowser(ivans).click();
  await expect(inbox(ivans)).toBeVisible();
  await expect(ivans.getByRole('button', { name: /^Ivan/ })).toBeVisible();
  expect(ivans.url()).not.toContain('join');
  expect(asked.filter((url) => url.includes(code) && !url.includes('#'))).toEqual([]);
  await ivans.goBack();
  await expect.poll(() => ivans.url()).not.toContain(code);

  for (const each of [page, other]) {
    await expect(openInvitations(each)).toHaveCount(0);
    await operatorRow(each, 'Ivan').click();
    await expect(each.getByRole('list', { name: 'Devices of Ivan' })).toContainText('Firefox on Windows');
    await expect(each.getByRole('radio', { name: /^Only some channels/ })).toBeChecked();
  }
  const late = await elsewhere(browser);
  await late.goto(link);
  await expect(late.getByRole('heading', { name: 'This invitation has already been used' })).toBeVisible();
  // Once it is drawn.
  await expect.poll(() => late.url()).not.toContain(code);
  expect(host.log()).not.toContain(code);

  const next = await invite(page, 'Zoe', 'Owner');
  // Who is signed in already is asked before another person takes the browser over.
  await ivans.goto('about:blank');
  await ivans.goto(next);
  await expect(ivans.getByText('Ivan is signed in in this browser.')).toBeVisible();
  await useBrowser(ivans).click();
  await ivans
    .getByRole('alertdialog', { name: 'Switch this browser to Zoe?' })
    .getByRole('button', { name: 'Switch' })
    .click();
  await expect(ivans.getByRole('button', { name: /^Zoe/ })).toBeVisible();

  const last = await invite(page, 'Yuri');
  await openInvitations(page).getByRole('button', { name: 'Show link for Yuri' }).click();
  expect(await closeLink(page, 'Invitation for Yuri')).toBe(last);
  await openInvitations(page).getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(openInvitations(page)).toHaveCount(0);
  for (const broken of [last, last.slice(0, -20), last.replace(/#.*/, '')]) {
    await late.goto('about:blank');
    await late.goto(broken);
    await expect(late.getByRole('heading', { name: 'This invitation isn’t valid' })).toBeVisible();
    await expect(useBrowser(late)).toHaveCount(0);
  }
  for (const each of [ivans, late]) await each.context().close();
});

test(
  'remote access at an address of this computer alone says so, and so do its invitations and their page',
  { tag: '@thorough' },
  async ({ host, browser, openConsole }) => {
    const page = await openConsole();
    await openSettings(page, 'Team');
    await expect(page.getByText('an address that only this computer can reach', { exact: false })).toBeVisible();
    await expect(page.getByText('Where it’s open on this computer')).toBeVisible();
    await expect(page.getByText('on the same network', { exact: false })).toHaveCount(0);
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await expectAccessible(page, 'the question for a name');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ivan');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Invitation for Ivan' });
    await expect(shown.getByText('This link works only on the computer that Counterbell runs on.')).toBeVisible();
    await expect(shown.getByText('Start Counterbell with --team and an address', { exact: false })).toBeVisible();
    await expect(shown.getByText('same network', { exact: false })).toHaveCount(0);
    const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue();
    await shown.getByRole('button', { name: 'Details' }).click();
    await expectAccessible(page, 'the link');
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(openInvitations(page)).toBeVisible();
    await operatorRow(page, 'Olga').click();
    await expectAccessible(page, 'invitations and devices');
    const thumb = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const ivans = await elsewhere(browser, { ...withoutMotion('light'), ...thumb });
    await ivans.goto(link);
    const warned = ivans.locator('summary').filter({ hasText: 'Did your browser warn about the certificate?' });
    for (const target of [warned, useBrowser(ivans), ivans.getByRole('link', { name: /^Open in the Counterbell app/ })])
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await warned.tap();
    await expectAccessible(ivans, 'the page of an invitation');
    await ivans.context().close();

    // With an address from outside, invitations lead there.
    await host.rpc('remoteAccess.change', { outside: 'https://team.example' });
    expect(await invite(page, 'Zoe')).toContain('https://team.example/join#');
  },
);

test(
  'an operator adds their phone, sees only their own devices, and an owner signs one of them out at once',
  { tag: '@thorough' },
  async ({ host, browser, openConsole }) => {
    const { accessKey } = await host.rpc('operators.add', { name: 'Ivan', role: 'operator' });
    const ivans = await openConsole(accessKey);
    await openSettings(ivans, 'Profile');
    const own = ivans.getByRole('list', { name: 'Your devices' });
    await expect(own.getByRole('listitem')).toHaveCount(1);
    await expect(own).toContainText('This one');
    await ivans.getByRole('button', { name: 'Use on your phone or another computer' }).click();
    const link = await closeLink(ivans, 'Use Counterbell on another device');

    const phone = await elsewhere(browser, { viewport: { width: 390, height: 844 } });
    await phone.goto(link);
    await expect(phone.getByText('This link adds a device for Ivan.')).toBeVisible();
    await useBrowser(phone).click();
    await expect(phone).toHaveURL(/\/(#\/.*)?$/);
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await expect(own.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })).toContainText('Online now');

    const page = await openConsole();
    await openSettings(page, 'Team');
    await operatorRow(page, 'Ivan').click();
    const theirs = page.getByRole('list', { name: 'Devices of Ivan' }).getByRole('listitem');
    await theirs.filter({ hasText: 'Firefox on Windows' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(phone.getByText('You’ve been signed out here.')).toBeVisible();
    await expect(own.getByRole('listitem')).toHaveCount(1);
    await expect(theirs).toHaveCount(1);
    await phone.context().close();
  },
);

test(
  'by keyboard: the focus returns to what opened a dialog, also from the link that follows a form, and stays beside what is gone',
  { tag: '@thorough' },
  async ({ host, browser, openConsole }) => {
    const page = await openConsole();
    await openSettings(page, 'Team');
    const inviteButton = page.getByRole('button', { name: 'Invite a colleague' });
    const press = async (name: string): Promise<void> => {
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await inviteButton.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(inviteButton).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ivan');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Invitation for Ivan' });
    await expect(shown.getByRole('textbox', { name: 'Link' })).toBeFocused();
    const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.keyboard.press('Escape');
    await expect(inviteButton).toBeFocused();

    const show = openInvitations(page).getByRole('button', { name: /^Show link/ });
    await show.focus();
    await page.keyboard.press('Enter');
    await expect(shown).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(show).toBeFocused();
    const ivans = await elsewhere(browser);
    await ivans.goto(link);
    await useBrowser(ivans).click();
    await expect(inbox(ivans)).toBeVisible();

    // The last row takes its list away.
    await operatorRow(page, 'Ivan').click();
    await page.getByRole('list', { name: 'Devices of Ivan' }).getByRole('button', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    await press('Sign out');
    await expect(page.locator(':focus').filter({ hasText: 'Ivan isn’t signed in on any device.' })).toBeVisible();
    await host.rpc('invitations.create', { name: 'Zoe', role: 'operator' });
    await openInvitations(page).getByRole('button', { name: 'Withdraw' }).focus();
    await page.keyboard.press('Enter');
    await press('Withdraw');
    await expect(openInvitations(page)).toHaveCount(0);
    await expect(inviteButton).toBeFocused();
    await ivans.context().close();
  },
);
