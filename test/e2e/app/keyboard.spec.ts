import type { Page } from '@playwright/test';
import { isReply } from '../../fixtures/integrator.ts';
import { composer, conversation, openChat } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';

test('chats are found, opened, taken, answered and closed without the mouse', async ({ shop, host, openConsole }) => {
  for (const name of ['Anna', 'Ben'])
    await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: `${name} here` } });
  const page = await openConsole();
  await expect(page.getByRole('option')).toHaveCount(2);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const feed = conversation(page, 'Ben');
  await expect(feed.getByText('Ben here')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Alt+t');
  await expect(feed.getByText('You took the chat')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.type('Hello Ben');
  await page.keyboard.press('Control+Enter');
  await shop.endpoint.waitFor(1, isReply);
  await expect(page.getByText(/^Chat with .+ closed\.$/)).toBeVisible();
  expect((await shop.channel.chatOf('"Ben"')).state).toBe('closed');

  await expect(conversation(page, 'Anna').getByText('Anna here')).toBeVisible();
  await page.keyboard.type('Dear');
  await expect(composer(page)).toHaveValue('Dear');
  expect((await host.rpc('chats.counts', {})).open).toBe(1);
});

test(
  'ten chats are answered by keyboard with twelve key presses besides the text',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    const names = Array.from({ length: 10 }, (_each, index) => `Customer ${String(index + 1)}.`);
    for (const name of names)
      await shop.channel.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hi' } });
    const page = await openConsole();
    await expect(page.getByRole('option')).toHaveCount(10);
    let presses = 0;
    const press = async (key: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(key);
    };
    await press('j');
    await press('Enter');
    for (const name of names) {
      await expect(conversation(page, name)).toBeVisible();
      await expect(composer(page)).toBeFocused();
      await page.keyboard.type(`Dear ${name}`);
      await press('Control+Enter');
    }
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    for (const name of names) expect((await shop.channel.chatOf(JSON.stringify(name))).state).toBe('closed');
    expect(presses).toBe(12);
  },
);

/** On a Russian keyboard: the letters on the keys of E, N, B, A and R. */
async function typeRussian(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  for (const [key, code] of Object.entries({ у: 'KeyE', т: 'KeyN', и: 'KeyB', ф: 'KeyA', к: 'KeyR' })) {
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  }
}

/** Where the focus may be while answering. */
const places: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the chat just opened': () => Promise.resolve(),
  'the focus in the messages': (page) => page.getByRole('log').focus(),
  'the focus in the list': (page) => page.getByRole('listbox').focus(),
  'the focus nowhere': (page) => composer(page).blur(),
};
test(
  'wherever the focus is in an open chat, whatever is typed is a reply and does nothing else',
  { tag: '@thorough' },
  async ({ shop, host, openConsole }) => {
    await shop.channel.post({ sender: { id: 'anna', name: 'Anna' }, message: { type: 'text', text: 'Hello' } });
    const page = await openConsole();
    await openChat(page, 'Anna');
    for (const [place, go] of Object.entries(places))
      await test.step(place, async () => {
        for (const words of ['no, sorry', 'exactly', 'bitte', 'takes a day', 'right']) {
          await go(page);
          await page.keyboard.type(words);
          await expect(composer(page)).toHaveValue(words);
          await composer(page).fill('');
        }
        await go(page);
        await typeRussian(page);
        await expect(composer(page)).toHaveValue('утифк');
        await composer(page).fill('');
        await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveCount(0);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect((await host.rpc('chats.counts', {})).waiting).toBe(1);
        await expect(page.getByRole('log').getByRole('article')).toHaveCount(1);
      });
  },
);
