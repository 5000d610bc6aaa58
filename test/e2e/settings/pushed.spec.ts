import { createECDH } from 'node:crypto';
import type { Page } from '@playwright/test';
import { browserLaunch, findNotifyingBrowser } from '../../../scripts/find-browser.ts';
import { expect, test } from '../fixtures.ts';
import { workerActive } from '../service-worker.ts';

const program = findNotifyingBrowser();
test.use({ serviceWorkers: 'allow', ...(program !== undefined && { launchOptions: browserLaunch(program) }) });
test.skip(program === undefined, 'there is no browser that shows notifications: the headless shell shows none');

const inbox = (page: Page) => page.getByRole('heading', { name: 'Inbox' });

/** A point on the curve. */
const P256DH = createECDH('prime256v1').generateKeys('base64url');

/** Runs in the page or its worker, and counts what has been shown: asked for meanwhile, a browser may lose what it shows. */
const COUNT_SHOWN = `
  globalThis.countOfShown = 0;
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (...notification) {
    await show.apply(this, notification);
    countOfShown++;
  };
`;

/** Runs in the page: a subscription as the browser's push service would give it. */
const PUSH_STAND_IN = `
  globalThis.pushed = undefined;
  PushManager.prototype.getSubscription = async () => globalThis.pushed ?? null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const bytes = Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    globalThis.pushed = {
      applicationServerKey,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint: 'https://push.example/olga', keys: { p256dh: '${P256DH}', auth: '${'A'.repeat(22)}' } }),
      unsubscribe: async () => true,
    };
    return pushed;
  };
`;

test('with a worker in charge a page shows the notification, which goes when answered; pushed while it is closed, it is shown; a newer one takes its place; pressed or dismissed, chat and host know', async ({
  host,
  shop,
  openConsole,
}) => {
  const page = await openConsole();
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: host.console });
  await expect(inbox(page)).toBeVisible();
  await workerActive(page);
  await page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))");
  await page.evaluate(COUNT_SHOWN);
  const shown = (): Promise<readonly string[]> =>
    page.evaluate(`navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body }) => title + ': ' + body))`);
  const write = (text: string) =>
    shop.channel.post({ sender: { id: 'a', name: 'Anna' }, message: { type: 'text', text } });
  await write('The red kettle?');
  await expect.poll(() => page.evaluate('countOfShown')).toBe(1);
  await expect.poll(shown).toEqual(['Anna is waiting: The red kettle?']);
  const { id: chatId } = await shop.channel.chatOf('"a"');
  await host.rpc('chats.reply', { chatId, text: 'In stock.', clientId: 'from-a-colleague' });
  await expect.poll(shown).toEqual([]);
  // As the system would report it.
  await context.serviceWorkers()[0]?.evaluate(`self.registration
    .showNotification('Anna', { tag: 'counterbell-waiting', data: { chatId: '${chatId}' } })
    .then(() => self.registration.getNotifications())
    .then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
  await expect.poll(shown).toEqual([]);

  const worker = context.serviceWorkers()[0];
  await worker?.evaluate(COUNT_SHOWN);
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (found) => registrations.push(...found.registrations));
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  let pushes = 0;
  const push = async (notice: object): Promise<void> => {
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: host.console,
      registrationId: registrations[0]?.registrationId ?? '',
      data: JSON.stringify({ kind: 'waiting', chatId, body: '', silent: false, ...notice }),
    });
    await expect.poll(() => worker?.evaluate('countOfShown')).toBe(++pushes);
  };
  const pushed = () =>
    worker?.evaluate(`self.registration.getNotifications()
      .then((all) => all.map(({ title, body, silent }) => [title, body, silent].join('|')))`);
  await push({ title: 'Anna is waiting', body: 'The red kettle?' });
  await expect.poll(pushed).toEqual(['Anna is waiting|The red kettle?|false']);
  await push({ title: 'No customer is waiting for you any more', silent: true, chatId: undefined });
  await expect.poll(pushed).toEqual(['No customer is waiting for you any more||true']);

  const told = context.waitForEvent('request', (request) => request.url().endsWith('/rpc/push.dismiss'));
  await worker?.evaluate(`self.registration.getNotifications()
    .then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclose', { notification })))`);
  expect((await told).postDataJSON()).toEqual({ kind: 'waiting' });

  // A page that is opened takes away what was pushed before.
  await push({ title: 'Anna is waiting' });
  await expect.poll(pushed).toEqual(['Anna is waiting||false']);
  await page.goto(host.console);
  await expect(inbox(page)).toBeVisible();
  await expect.poll(pushed).toEqual([]);
  // Pressed, it brings the page to the front at the chat, whether or not the page knew of it.
  await worker?.evaluate(`self.registration
    .showNotification('Anna', { tag: 'counterbell-waiting', data: { kind: 'waiting', chatId: '${chatId}' } })
    .then(() => self.registration.getNotifications())
    .then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
  await expect(page).toHaveURL(new RegExp(`/chat/${chatId}$`));
});

test(
  'a browser subscribes when its operator wishes, again in another language, and ends it',
  { tag: '@thorough' },
  async ({ host, openConsole }) => {
    const page = await openConsole();
    await page.context().grantPermissions(['notifications'], { origin: host.console });
    // The browser's push service is out of reach here.
    await page.addInitScript({ content: PUSH_STAND_IN });
    await workerActive(page);
    await page.goto(`${host.console}/#/settings/notifications`);
    await page.reload();
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (/push\.(un)?subscribe$/.test(request.url()))
        sent.push([request.url().split('.').at(-1), request.postDataJSON()]);
    });
    const whenClosed = page.getByRole('switch', { name: 'Also when the browser is closed' });
    await expect(whenClosed).not.toBeChecked();
    await whenClosed.click();
    await expect(whenClosed).toBeChecked();
    const target = { endpoint: 'https://push.example/olga', p256dh: P256DH, auth: 'A'.repeat(22) };
    await expect.poll(() => sent.at(-1)).toEqual(['subscribe', { ...target, language: 'en', withWords: true }]);
    await page.getByRole('switch', { name: 'Show name and message' }).click();
    await expect.poll(() => sent.at(-1)).toEqual(['subscribe', { ...target, language: 'en', withWords: false }]);
    expect(await page.evaluate('pushed.applicationServerKey')).toMatch(/^B[\w-]{86}$/);
    await page.reload();
    await expect(whenClosed).toBeChecked();
    await whenClosed.click();
    await expect(whenClosed).not.toBeChecked();
    await expect.poll(() => sent.at(-1)).toEqual(['unsubscribe', {}]);
  },
);
