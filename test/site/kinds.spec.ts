import { beginChat, expect, openChat, test } from './fixtures.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('every kind of message is shown: markdown of a bot as elements and never as HTML, what cannot be shown as a link; buttons send their text, only those of the newest message', async ({
  page,
  engine,
  shop,
}) => {
  const { log } = await beginChat(page, shop.address, 'Hello');
  engine.post({
    from: 'bot',
    name: 'Lumi',
    type: 'text',
    blocks: [
      { tag: 'h', of: ['Hours'] },
      {
        tag: 'p',
        of: [
          'Open ',
          { tag: 'b', of: ['daily'] },
          { tag: 'i', of: ['except'] },
          { tag: 's', of: ['never'] },
          { tag: 'br' },
          { tag: 'code', of: ['<b>'] },
        ],
      },
      { tag: 'ol', start: 3, of: [{ tag: 'li', of: [{ tag: 'p', of: ['one'] }] }] },
      { tag: 'blockquote', of: [{ tag: 'p', of: ['quoted'] }] },
      { tag: 'pre', of: ['<script>alert(1)</script>'] },
      { tag: 'script' as 'p', of: ['no script'] },
      { tag: 'p', of: [{ tag: 'a', href: 'https://example.com/a', of: ['a link'] }] },
      { tag: 'p', of: [{ tag: 'a', href: 'javascript:alert(1)', of: ['no link'] }] },
    ],
  });
  await expect(log.getByText('<script>alert(1)</script>')).toBeVisible();
  const link = log.getByRole('link', { name: 'a link' });
  await expect(link).toHaveAttribute('href', 'https://example.com/a');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(log.getByRole('link')).toHaveCount(1);
  await expect(log.getByText('no link')).toBeVisible();
  await expect(log.getByText('no script')).toBeVisible();
  await expect(log.locator('ol')).toHaveAttribute('start', '3');

  engine.say('Which?', { from: 'bot', name: 'Lumi', buttons: [{ text: 'The first' }] });
  engine.say('Or?', { from: 'bot', name: 'Lumi', buttons: [{ text: 'The second' }, { text: 'A person, please' }] });
  await expect(log.getByRole('button', { name: 'The first' })).toBeDisabled();
  await log.getByRole('button', { name: 'A person, please' }).click();
  await expect.poll(() => engine.visitors()[0]?.messages.at(-1)?.text).toBe('A person, please');

  engine.addFile('p', 'lamp.png', 'photo', PICTURE);
  const from = { from: 'operator', name: 'Olga' } as const;
  engine.post({ ...from, type: 'photo', file: { url: '/files/p', name: 'lamp.png', width: 640, height: 320 } });
  engine.post({ ...from, type: 'document', file: { url: '/files/d', name: 'care.pdf', size: 1_400_000 } });
  engine.post({ ...from, type: 'voice', file: { url: '/files/none', name: 'voice.ogg', duration: 4 } });
  engine.post({ ...from, type: 'sticker', file: { url: '/files/p', name: 'sticker.png' } });
  engine.post({ ...from, type: 'location', location: { latitude: 52.5, longitude: 13.4, title: 'Workshop' } });
  const photo = log.getByRole('img', { name: 'Photo: lamp.png' });
  await expect(photo).toHaveAttribute('width', '260');
  await expect(photo).toHaveAttribute('height', '130');
  await expect(log.getByRole('link', { name: 'Download care.pdf' })).toContainText('1.4 MB');
  await expect(log.getByRole('link', { name: 'Download voice.ogg' })).toBeVisible();
  await expect(log.getByRole('img', { name: 'Sticker' })).toBeVisible();
  await expect(log.getByRole('link', { name: 'Workshop: Show on map' })).toHaveAttribute('href', /openstreetmap/);
});

test('a rating is given with the keyboard, shown, and changed', async ({ page, engine, shop }) => {
  const { log } = await beginChat(page, shop.address, 'Hello');
  engine.post({ from: 'channel', type: 'text', rating: { open: true } });
  const group = log.getByRole('group', { name: 'How did we do?' });
  await log.getByRole('button', { name: 'Send rating' }).click();
  await expect(log.getByText('Please choose one to five stars.')).toBeVisible();
  await group.getByRole('radio').first().focus();
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(group.getByRole('radio', { name: '4 of 5: Good' })).toBeChecked();
  await log.getByRole('textbox', { name: /Anything to add/ }).fill('Quick and kind');
  await log.getByRole('button', { name: 'Send rating' }).click();
  await expect(log.getByRole('img', { name: '4 of 5: Good' })).toBeVisible();
  await expect(log.getByText('Quick and kind')).toBeVisible();
  await log.getByRole('button', { name: 'Change rating' }).click();
  await log.getByRole('radio', { name: '5 of 5: Very good' }).check({ force: true });
  await log.getByRole('button', { name: 'Send rating' }).click();
  await expect(log.getByRole('img', { name: '5 of 5: Very good' })).toBeVisible();
  await expect
    .poll(() => engine.frames.filter(({ kind }) => kind === 'rate'))
    .toMatchObject([
      { rate: 4, comment: 'Quick and kind' },
      { rate: 5, comment: 'Quick and kind' },
    ]);
});

test('a file is sent by the button; a dropped or pasted one is shown, and sent when the visitor sends', async ({
  page,
  engine,
  shop,
}) => {
  const { dialog, log, field } = await openChat(page, shop.address);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Attach a file' }).click();
  await (await chooser).setFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(log.getByRole('img', { name: 'Photo: lamp.png' })).toBeVisible();
  for (const way of ['drop', 'paste'])
    await field.evaluate((element, kind) => {
      type Made = new (...args: readonly unknown[]) => { readonly items: { readonly add: (file: File) => void } };
      const made = globalThis as unknown as Record<'DataTransfer' | 'DragEvent' | 'ClipboardEvent', Made>;
      const files = new made.DataTransfer();
      files.items.add(new File(['hello'], `${kind}.txt`, { type: 'text/plain' }));
      const on = { bubbles: true, composed: true, cancelable: true, dataTransfer: files, clipboardData: files };
      const event = kind === 'drop' ? new made.DragEvent(kind, on) : new made.ClipboardEvent(kind, on);
      (element as unknown as { readonly dispatchEvent: (event: unknown) => void }).dispatchEvent(event);
    }, way);
  for (const name of ['drop.txt', 'paste.txt']) await expect(dialog.getByText(name)).toBeVisible();
  expect(engine.visitors()[0]?.messages).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Remove' }).last().click();
  await expect(dialog.getByText('paste.txt')).toBeHidden();
  await field.press('Enter');
  await expect(log.getByRole('link', { name: 'Download drop.txt' })).toBeVisible();
  expect(engine.visitors()[0]?.messages.map(({ file }) => file?.name)).toEqual(['lamp.png', 'drop.txt']);
});

test('a file that is too large or empty is refused in words, others of the same choice go on, and an upload can be cancelled', async ({
  page,
  engine,
  shop,
}) => {
  engine.behaviour.status = { largestFile: 1000 };
  const { dialog, log } = await openChat(page, shop.address);
  const choose = async (...files: readonly (readonly [name: string, size: number])[]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Attach a file' }).click();
    const given = files.map(([name, size]) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') }));
    await (await chooser).setFiles(given);
  };
  await choose(['big.txt', 2000]);
  await expect(log.getByText('This file is too large. The limit is 1 kB.')).toBeVisible();
  await log.getByRole('button', { name: 'Remove' }).click();
  await expect(log.getByText('big.txt')).toHaveCount(0);

  await choose(['empty.txt', 0], ['full.txt', 44]);
  await expect(log.getByRole('link', { name: 'Download full.txt' })).toContainText('44 bytes');
  await expect(log.getByRole('alert')).toContainText('This file can’t be sent: it is empty.');
  await expect(log.getByText('0 bytes')).toBeVisible();
  await expect(log.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(engine.visitors()[0]?.messages).toHaveLength(1);

  await page.route('**/files?*', () => {});
  await choose(['slow.txt', 900]);
  await expect(log.getByRole('progressbar', { name: 'Uploading slow.txt' })).toBeVisible();
  await log.getByRole('button', { name: 'Cancel' }).click();
  await expect(log.getByText('slow.txt')).toHaveCount(0);
  expect(engine.visitors()[0]?.messages).toHaveLength(1);
});

test('earlier messages come as one scrolls up, and reading is not moved', async ({ page, engine, shop }) => {
  engine.behaviour.pageSize = 20;
  await beginChat(page, shop.address, 'Hello');
  for (let index = 0; index < 60; index += 1) engine.say(`Message ${String(index)}`);
  const { log } = await openChat(page, shop.address);
  await expect(log.getByText('Message 59')).toBeInViewport();
  await expect(log.getByText('Message 30')).toHaveCount(0);
  const first = log.getByText('Message 40', { exact: true });
  await first.scrollIntoViewIfNeeded();
  await expect(log.getByText('Message 30', { exact: true })).toHaveCount(1);
  await expect(first).toBeInViewport();
  engine.say('At the end');
  await expect(first).toBeInViewport();
  await page.getByRole('button', { name: '1 new message' }).click();
  await expect(log.getByText('At the end')).toBeInViewport();
});
