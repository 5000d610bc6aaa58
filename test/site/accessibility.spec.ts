import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { CONTRAST, findFaults, RULES } from '../fixtures/axe.ts';
import { chatIn, expect, SENT, test, write } from './fixtures.ts';

/** By every rule in the light, and by its contrast on a dark page too. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await expectNothing(page, state, { runOnly: RULES }), state).toBeGreaterThan(10);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('div[lang][data-dark]')).toBeAttached();
  await expectNothing(page, `${state}, in the dark`, { runOnly: [CONTRAST] });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Returns how many rules were followed. */
async function expectNothing(page: Page, state: string, options: RunOptions): Promise<number> {
  const { found, passes } = await findFaults(page, options, 'div[lang]');
  expect.soft(found, state).toEqual([]);
  return passes;
}

for (const [color, ink, details] of [
  ['#1d5fd0', '#ffffff', {}],
  ['#ffd166', '#000000', { tag: '@thorough' }],
] as const)
  test(
    `the window in ${color} has no faults that axe finds, closed and open`,
    details,
    async ({ page, engine, shop }) => {
      engine.behaviour.status = {
        color,
        ink,
        ask: { name: 'required', email: 'optional', phone: 'no' },
        invitation: { text: 'Can we help?', seconds: 1, pages: [] },
      };
      await page.goto(shop.address);
      await page.getByText('Can we help?').waitFor();
      await expectAccessible(page, 'closed');
      await chatIn(page).button.click();
      const { field, dialog, log } = chatIn(page);
      await field.waitFor();
      await expectAccessible(page, 'empty');
      await write(field, 'Hello');
      await expectAccessible(page, 'something is missing');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Anna');
      await field.press('Enter');
      await expect(log.getByText(SENT)).toBeVisible();
      engine.behaviour.state = { chat: 'operator', staffed: true, assignee: { name: 'Olga' } };
      await engine.toAll({ kind: 'state', state: engine.behaviour.state });
      engine.say('Which one?', { from: 'bot', name: 'Lumi', buttons: [{ text: 'This' }, { text: 'That' }] });
      engine.say('Old', { from: 'bot', name: 'Lumi', buttons: [{ text: 'Newer' }] });
      engine.say('Here is the file.');
      const from = { from: 'operator', name: 'Olga' } as const;
      engine.post({ ...from, type: 'document', file: { url: '/files/d', name: 'care.pdf', size: 1_400_000 } });
      engine.post({ ...from, type: 'voice', file: { url: '/files/none', name: 'voice.ogg' } });
      engine.post({ ...from, type: 'location', location: { latitude: 52.5, longitude: 13.4 } });
      engine.post({ from: 'channel', type: 'text', rating: { open: true } });
      engine.post({ from: 'channel', type: 'text', rating: { open: true, rate: 4, comment: 'Fine' } });
      await engine.toAll({ kind: 'typing', on: true, name: 'Olga' });
      engine.behaviour.refuse = 'invalid';
      await write(field, 'Refused');
      await expect(log.getByText('This message couldn’t be sent.')).toBeVisible();
      await expectAccessible(page, 'a chat');
      engine.behaviour.refuse = undefined;
      engine.behaviour.state = { chat: 'waiting', staffed: false, wantsEmail: true };
      await engine.toAll({ kind: 'state', state: engine.behaviour.state });
      await write(field, 'Anybody there?');
      const email = log.getByRole('textbox', { name: 'Email' });
      await email.fill('anna');
      await email.press('Enter');
      await expectAccessible(page, 'an address is asked for, and wrong');
      await email.fill('anna@shop.example');
      await email.press('Enter');
      await expect(log.getByText(/we’ll reply to/)).toBeVisible();
      await expectAccessible(page, 'an address is given');
      await dialog.getByRole('button', { name: 'More' }).click();
      await expectAccessible(page, 'menu');
      await dialog.getByRole('menuitem', { name: 'End chat' }).click();
      await expectAccessible(page, 'question');
      await dialog.getByRole('button', { name: 'Emoji' }).click();
      await expect(dialog.getByRole('button', { name: '😀' })).toBeVisible();
      await expectAccessible(page, 'emoji');
    },
  );
