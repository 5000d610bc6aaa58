import type { Page } from '@playwright/test';
import { chatRow, composer, conversation, openChat, reply } from '../e2e/conversation.ts';
import { bodyOf } from '../fixtures/integrator.ts';
import { expect, type Office } from './fixtures.ts';

/** Shows a place of the console. */
const goTo = (page: Page, path: string): Promise<unknown> => page.evaluate(`location.hash = '#${path}'`);

/** Olga, the owner, and Ivan, an operator, work at Anna's chat: signs, presence, notes, assigning, taking over, roles. */
export async function workAtOneChat(
  { host, channel, endpoint }: Office,
  { olga, ivan }: { readonly olga: Page; readonly ivan: Page },
): Promise<void> {
  const [olgas, ivans] = [await openChat(olga, 'Anna'), await openChat(ivan, 'Anna')];
  for (const [page, other] of [
    [olga, 'Ivan'],
    [ivan, 'Olga'],
  ] as const) {
    await expect(chatRow(page, 'Anna').getByRole('img', { name: `${other} is looking at this chat` })).toBeVisible();
    await composer(page === olga ? ivan : olga).pressSequentially('Good day');
    await expect(page.getByText(`${other} is typing a reply`).last()).toBeVisible();
    await composer(page === olga ? ivan : olga).clear();
    await expect(page.getByText(`${other} is typing a reply`)).toHaveCount(0);
  }

  // Presence.
  const teamOf = async () => (await host().rpc('operators.list', {})).operators;
  await ivan.getByRole('button', { name: /Change presence/ }).click();
  await ivan.getByRole('menuitemradio', { name: /^Online/ }).click();
  await expect.poll(async () => (await teamOf()).find(({ name }) => name === 'Ivan')?.presence).toBe('online');
  await olga.getByRole('log').focus();
  await olga.keyboard.press('Alt+a');
  const dialog = olga.getByRole('dialog', { name: 'Assign the chat' });
  await expect(dialog.getByRole('option', { name: /Ivan/ })).toContainText('Online');

  // Assigned with a note, taken over, and taken over again.
  await dialog.getByRole('option', { name: /Ivan/ }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('She has called twice');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(ivan.getByText('Olga assigned you the chat with Anna.')).toBeVisible();
  await expect(ivans.getByText('Olga assigned the chat to you')).toBeVisible();
  await expect(ivans.getByRole('article', { name: /^Note by Olga/ })).toContainText('She has called twice');
  await reply(ivan, 'Where does it leak?');
  await expect(olgas.getByText('Where does it leak?')).toBeVisible();
  await expect(olga.getByText('Ivan has this chat.')).toBeVisible();
  await olga.getByRole('button', { name: 'Take over' }).click();
  await expect(ivans.getByText('Olga took over the chat from you')).toBeVisible();
  await expect(ivan.getByText('Olga has this chat.')).toBeVisible();
  await reply(olga, 'I know this one');
  await expect(ivans.getByText('I know this one')).toBeVisible();
  await endpoint.waitFor(2, ({ raw }) => raw.includes('"text"'));
  expect(endpoint.replies().map((received) => bodyOf(received).message.text)).toEqual([
    'Where does it leak?',
    'I know this one',
  ]);
  expect(endpoint.received.every(({ raw }) => !raw.includes('called twice'))).toBe(true);
  expect((await channel.chatOf('"Anna"')).state).toBe('active');

  // What is for owners only is not shown to an operator, who reads whom to ask.
  for (const page of [olga, ivan]) await goTo(page, '/settings/operators');
  await expect(olga.getByRole('button', { name: 'Invite a colleague' })).toBeVisible();
  await expect(ivan.getByText('Only owners can open this.')).toBeVisible();
  await expect(ivan.getByText('Ask Olga.')).toBeVisible();
  await goTo(ivan, '/');
  await openChat(ivan, 'Anna');
  await expect(conversation(ivan, 'Anna').getByText('I know this one')).toBeVisible();
}
