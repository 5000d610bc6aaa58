import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chatRow, reply } from './conversation.ts';
import { expect, test } from './fixtures.ts';

test.describe('first run', () => {
  test.use({ provision: { operators: [] } });

  test('name, channel, chat page; a message, its answer, and both sides have seen it', async ({
    host,
    openConsole,
  }) => {
    const page = await openConsole();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Olga Petrova');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('Bella Lamps');
    await page.keyboard.press('Enter');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open chat page and inbox' }).click();
    const customer = await opened;
    const [channel] = (await host.rpc('channels.list', {})).channels;
    expect(channel?.kind).toBe('site');
    expect(customer.url()).toBe(`${host.listener}/chat/${channel?.publicId ?? ''}`);

    const message = customer.getByRole('textbox').last();
    await message.fill('Is the blue one in stock?');
    await message.press('Enter');
    await chatRow(page, 'Is the blue one in stock?').click();
    await reply(page, 'Yes, three left.');
    await expect(customer.getByText('Yes, three left.', { exact: true })).toBeVisible();
    await expect(page.getByRole('log').getByRole('img', { name: /^(Delivered|Seen)/ })).toBeVisible();
    expect((await host.rpc('operators.me', {})).name).toBe('Olga Petrova');
  });

  test(
    'in German the buttons of the last step fit their card, also on a phone',
    { tag: '@thorough' },
    async ({ openConsole }) => {
      const page = await openConsole();
      await page.addInitScript(`localStorage.setItem('counterbell.language', 'de')`);
      await page.reload();
      await page.getByRole('textbox', { name: 'Ihr Name' }).fill('Olga');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Kanalname' }).fill('Website');
      await page.keyboard.press('Enter');
      const last = page.getByRole('button', { name: 'Chatseite und Posteingang öffnen' });
      const step = page.locator('form', { has: last });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect(last).toBeVisible();
        await expect.poll(() => step.evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0);
      }
    },
  );

  test(
    'once it is skipped, the inbox shows what comes next; each step checks itself off or is dismissed, also after a reload, and backups are on',
    { tag: '@thorough' },
    async ({ host, openConsole }) => {
      const page = await openConsole();
      await page.getByRole('textbox', { name: 'Your name' }).fill('Olga Petrova');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('textbox', { name: 'Channel name' }).fill('Website');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Skip setup and go to the inbox' }).click();
      const steps = page.getByRole('region', { name: 'Next steps' });
      const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
      await expect(steps.getByRole('img', { name: 'To do' })).toHaveCount(3);
      await expectAccessible(page, 'what comes next');
      expect((await host.rpc('backups.list', {})).settings).toMatchObject({ every: 'day' });

      await host.rpc('operators.add', { name: 'Ivan' });
      await expect(step('Invite a colleague').getByRole('img', { name: 'Done' })).toBeVisible();
      await step('Set your opening hours').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 2, name: 'Opening hours' })).toBeVisible();
      await page.getByRole('radio', { name: 'Weekly schedule' }).click();
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(step('Set your opening hours').getByRole('img', { name: 'Done' })).toBeVisible();
      await page.setViewportSize({ width: 760, height: 800 });
      await expect(steps.filter({ visible: true })).toHaveCount(1);
      await expectAccessible(page, 'what comes next, narrow');
      // One line below the list, which expands, and moves nothing when it comes late.
      await page.setViewportSize({ width: 390, height: 800 });
      const line = steps.filter({ visible: true });
      await expect.poll(async () => (await line.boundingBox())?.height ?? 99).toBeLessThan(40);
      const tabs = await page.getByRole('tablist').boundingBox();
      expect((await line.boundingBox())?.y ?? 0).toBeGreaterThan((tabs?.y ?? 0) + (tabs?.height ?? 0));
      // Its arrow points where it unfolds to.
      await expect.poll(() => pointsUp(line.getByRole('button'))).toBe(true);
      await line.getByRole('button', { name: 'Next steps', expanded: false }).click();
      await expect.poll(() => pointsUp(line.getByRole('button', { name: 'Next steps', expanded: true }))).toBe(false);
      await expect(line.getByRole('link', { name: 'Add it to your website' })).toBeVisible();
      await expectAccessible(page, 'what comes next, opened on a phone');
      await page.setViewportSize({ width: 1280, height: 800 });
      await step('Add it to your website').getByRole('button', { name: 'Hide: Add it to your website' }).click();
      await expect(steps).toHaveCount(0);
      await page.reload();
      // It does not return.
      await expect(page.getByText('All caught up')).toBeVisible();
      await expect(steps).toHaveCount(0);
    },
  );
});

interface SvgPath {
  readonly getTotalLength: () => number;
  readonly getPointAtLength: (at: number) => { readonly matrixTransform: (matrix: unknown) => { readonly y: number } };
  readonly getScreenCTM: () => unknown;
}

/** Whether the arrow in a button points up, as it is seen: its tip, the middle of the line, is above the line's ends. */
function pointsUp(button: Locator): Promise<boolean> {
  return button.locator('svg path').evaluate((arrow) => {
    const path = arrow as unknown as SvgPath;
    const onScreen = (part: number) =>
      path.getPointAtLength(part * path.getTotalLength()).matrixTransform(path.getScreenCTM()).y;
    return onScreen(0.5) < onScreen(0);
  });
}
