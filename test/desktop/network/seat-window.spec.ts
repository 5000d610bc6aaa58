import { once } from 'node:events';
import { mergeTests, type Page } from '@playwright/test';
import { CONTRACT_VERSION } from '#shared/contract/events.ts';
import { composer, conversation, messageOf, openChat, reply, showList } from '../../e2e/conversation.ts';
import { bodyOf, type Endpoint } from '../../fixtures/integrator.ts';
import { buildOtherVersion } from '../../fixtures/other-version.ts';
import type { Computer } from '../../fixtures/routed-network.ts';
import { workAtOneChat } from '../../network/at-one-chat.ts';
import { expect, test as inNetwork } from '../../network/fixtures.ts';
import { test as inDesktop } from '../fixtures.ts';

const SECOND = 1000;
const AWAY = /^Lamps hasn’t been reachable since/;

interface SeatWindow {
  readonly page: Page;
  /** this one */
  readonly computer: Computer;
}

const test = mergeTests(inDesktop, inNetwork).extend<{ readonly ivan: SeatWindow }>({
  /** the app at this computer, after Ivan has joined with an invitation */
  ivan: async ({ office: { host, network }, launch }, use) => {
    await host().rpc('team.change', { name: 'Lamps' });
    const computer = network.addThisComputer();
    const { app: link } = await host().rpc('invitations.create', { name: 'Ivan', role: 'operator' });
    const { app, console: first } = await launch();
    // The test starts the app again itself.
    await app.evaluate((electron) => void (electron.app.relaunch = () => undefined));
    const ended = once(app.process(), 'exit');
    await first.getByRole('link', { name: 'Join a colleague’s computer instead' }).click();
    await first.getByRole('textbox', { name: 'Invitation' }).fill(link);
    await first.keyboard.press('Enter');
    await expect(first.getByRole('heading', { name: 'Join Lamps?' })).toBeVisible();
    await first.getByRole('button', { name: 'Join', exact: true }).click();
    await ended;
    const { console: page } = await launch();
    await showList(page, 'All open');
    await use({ page, computer });
  },
});
// Without it the window would find the host by the line that the test has to it.
test.use({ hasRoutedRemoteAccess: true });

/** A way to the host that fails. */
interface Line {
  readonly name: string;
  readonly cut: () => void | Promise<void>;
  readonly mend: () => void | Promise<void>;
}

const connection = (page: Page) =>
  page.evaluate(async () => (await counterbell.desktop.call('status')).seat?.connection);

/** A chat's texts as a window shows them, those of `words` alone. */
const shown = async (page: Page, words: readonly string[]): Promise<readonly string[]> => {
  const rows = await conversation(page, 'Anna').getByRole('article').allInnerTexts();
  return rows.flatMap((row) => words.filter((word) => row.includes(word)));
};

/** What has gone out; an attempt that a kill cut off may arrive twice, with one id. */
const arrived = (endpoint: Endpoint): readonly (string | undefined)[] => [
  ...new Map(
    endpoint.replies().map((received) => [bodyOf(received).message.id, bodyOf(received).message.text]),
  ).values(),
];

test('an owner in a browser and a colleague in the app’s window, behind a router each, work at one chat: signs, notes, assigning, taking over, roles', async ({
  office,
  ivan: { page: ivan },
}) => {
  await office.say('Anna', 'My boat leaks');
  const { page: olga } = await office.olga();
  expect(ivan.url()).toMatch(/^app:\/\/shop-/);
  await workAtOneChat(office, { olga, ivan });
});

test('the window’s cable is pulled while its colleague writes, then its host is killed: it says so, and what was written goes out once and in order', async ({
  office,
  ivan: { page: ivan, computer },
}) => {
  test.setTimeout(180 * SECOND);
  const { host, endpoint, say } = office;
  await say('Anna', 'Hello');
  const { page: olga } = await office.olga();
  for (const page of [olga, ivan]) await openChat(page, 'Anna');
  await reply(ivan, 'Before');
  await expect(messageOf(conversation(ivan, 'Anna'), 'Before').getByRole('img', { name: 'Delivered' })).toBeVisible();
  const words = ['Hello', 'Before'];
  const lines: readonly Line[] = [
    { name: 'pulled', cut: () => computer.unplug(), mend: () => computer.plug() },
    { name: 'dead', cut: () => host().kill(), mend: () => office.restart() },
  ];
  for (const { name, cut, mend } of lines) {
    await cut();
    // The first is under way when it is noticed that nobody answers.
    const written = [`First while it is ${name}`, `Second while it is ${name}`] as const;
    await reply(ivan, written[0]);
    await expect(ivan.getByText(AWAY)).toBeVisible({ timeout: 60 * SECOND });
    await reply(ivan, written[1]);
    await expect(conversation(ivan, 'Anna').getByText('Waiting for the connection.')).toHaveCount(2);
    await mend();
    await expect.poll(() => connection(ivan)).toMatchObject({ state: 'connected' });
    words.push(...written);
    const answers = words.filter((text) => !/^(Hello|After)/.test(text));
    await expect.poll(() => arrived(endpoint)).toEqual(answers);
    await expect(conversation(ivan, 'Anna').getByText('Waiting for the connection.')).toHaveCount(0);
    await say('Anna', `After it was ${name}`);
    words.push(`After it was ${name}`);
    for (const page of [olga, ivan]) await expect.poll(() => shown(page, words)).toEqual(words);
  }
});

test('the host is upgraded, from an older version to this one and on to a newer: the window goes on, then says that it must be updated; the browser goes on, and nothing is lost or doubled', async ({
  office,
  ivan: { page: ivan },
}) => {
  test.setTimeout(180 * SECOND);
  const { host, endpoint, say } = office;
  const [older, newer] = await Promise.all([1, -1].map((by) => buildOtherVersion(CONTRACT_VERSION - by)));
  await say('Anna', 'Hello');
  const { page: olga } = await office.olga();
  for (const page of [olga, ivan]) await openChat(page, 'Anna');
  const words = ['Hello'];
  const answered: string[] = [];
  const become = async (entry: string | undefined): Promise<void> => {
    await host().stop();
    await expect(olga.getByText('Counterbell isn’t responding.')).toBeVisible();
    await office.restart(entry);
  };
  const write = async (page: Page, text: string): Promise<void> => {
    await reply(page, text);
    words.push(text);
    answered.push(text);
    await endpoint.waitFor(answered.length, ({ raw }) => raw.includes('"text"'));
  };
  const olgasChat = async (): Promise<void> => {
    await olga.getByRole('button', { name: 'Take over' }).click();
    await expect(composer(olga)).toBeVisible();
  };

  await become(older?.entry);
  await expect.poll(() => connection(ivan)).toEqual({ state: 'connected', hostIsOlder: true });
  await write(ivan, 'From an app newer than its host');

  await become(undefined);
  await expect.poll(() => connection(ivan)).toEqual({ state: 'connected', hostIsOlder: false });
  await write(ivan, 'From an app like its host');

  await become(newer?.entry);
  await expect(ivan.getByRole('heading', { name: 'Lamps has a newer version of Counterbell' })).toBeVisible();
  await expect(ivan.getByText('Update this app to continue. Customers are not affected.')).toBeVisible();
  await expect(ivan.getByText('install newer versions by hand', { exact: false })).toBeVisible();
  await olgasChat();
  await write(olga, 'From a browser, whose page is the host’s');
  await say('Anna', 'Thanks');
  words.push('Thanks');

  // The app as it is after its own update.
  await become(undefined);
  await expect.poll(() => connection(ivan)).toEqual({ state: 'connected', hostIsOlder: false });
  await openChat(ivan, 'Anna');
  for (const page of [olga, ivan]) await expect.poll(() => shown(page, words)).toEqual(words);
  expect(arrived(endpoint)).toEqual(answered);
  await older?.remove();
  await newer?.remove();
});
