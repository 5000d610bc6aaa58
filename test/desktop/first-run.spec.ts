import { expect, test } from './fixtures.ts';

test('after the first run the inbox opens, and the chat page in the browser', async ({ launch }) => {
  const { app, console, rpc } = await launch();
  await app.evaluate(({ shell }) => {
    (globalThis as unknown as { opened: string[] }).opened = [];
    shell.openExternal = async (url) => void (globalThis as unknown as { opened: string[] }).opened.push(url);
  });

  await console.getByRole('textbox', { name: 'Your name' }).fill('Olga');
  await console.getByRole('button', { name: 'Continue' }).click();
  await console.getByRole('textbox', { name: 'Channel name' }).fill('Bella Lamps');
  await console.getByRole('button', { name: 'Continue' }).click();
  await expect(console.getByRole('switch', { name: 'Start with the computer' })).toBeChecked();
  await expect(console.getByRole('switch', { name: 'Keep this computer awake' })).toBeChecked();
  await console.getByRole('switch', { name: 'Start with the computer' }).click();
  await console.getByRole('button', { name: 'Continue' }).click();
  await console.getByRole('button', { name: 'Open chat page and inbox' }).click();

  await expect(console.getByText('Nobody is waiting.')).toBeVisible();
  const { preferences } = await console.evaluate(() => counterbell.desktop.call('status'));
  expect(preferences).toMatchObject({ startAtLogin: false, keepAwake: true });
  const [channel] = (await rpc('channels.list', {})).channels;
  const { listenerUrl } = await rpc('setup.get', {});
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual([`${listenerUrl}/chat/${channel?.publicId ?? ''}`]);
});
