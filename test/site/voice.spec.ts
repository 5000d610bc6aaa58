import { browserLaunch } from '../../scripts/find-browser.ts';
import { expect, openChat, test } from './fixtures.ts';

const launch = browserLaunch();
test.use({
  launchOptions: {
    ...launch,
    args: [...launch.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

test('a voice message is recorded and sent, or discarded, and emoji work, although nothing more can be loaded', async ({
  page,
  engine,
  shop,
}) => {
  const { dialog, field } = await openChat(page, shop.address);
  await page.route('**/site/assets/*', (route) => route.abort());
  await field.fill('Thank you ');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await dialog.getByRole('button', { name: '😀' }).click();
  await expect(field).toHaveValue('Thank you 😀');
  await dialog.getByRole('button', { name: 'Record a voice message' }).click();
  const bar = dialog.getByRole('group', { name: 'Record a voice message' });
  await expect(bar.getByText('Recording')).toBeVisible();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Thank you 😀');
  await field.fill('');
  await dialog.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(bar.getByRole('button', { name: 'Send' })).toBeFocused();
  // The focus stays where the visitor has put it while the seconds go by.
  await bar.getByRole('button', { name: 'Discard' }).focus();
  await expect(bar.getByRole('timer')).toHaveText('0:02');
  await expect(bar.getByRole('button', { name: 'Discard' })).toBeFocused();
  await bar.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => engine.frames.filter(({ kind }) => kind === 'message'))
    .toMatchObject([{ voice: true, duration: expect.any(Number) }]);
  expect(engine.frames.flatMap((frame) => (frame.kind === 'message' ? (frame.duration ?? 0) : []))[0]).toBeGreaterThan(
    1,
  );
  expect([...engine.uploads.values()][0]?.bytes.length).toBeGreaterThan(1000);
});
