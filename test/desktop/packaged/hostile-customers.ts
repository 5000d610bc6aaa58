import type { Page } from '@playwright/test';
import { expect, type Desktop } from '../fixtures.ts';
import { hostileStrings } from './hostile-strings.ts';

type Post = (body: unknown) => Promise<void>;

async function openPost({ rpc }: Desktop): Promise<Post> {
  const { id: channelId } = await rpc('channels.create', { name: 'Shop app' });
  const { message: address } = await rpc('channels.addresses', { channelId });
  return async (body) => {
    const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  };
}

/** One customer per string, in name, id and one message; `only`: those at these indexes. */
export async function sayAll(desktop: Desktop, only?: readonly number[]): Promise<void> {
  const post = await openPost(desktop);
  for (const [index, text] of hostileStrings.entries()) {
    if (only?.includes(index) === false) continue;
    await post({
      sender: { id: `${index} ${text}`.slice(0, 200), name: `${index} ${text}` },
      message: { type: 'text', id: `${index} ${text}`, text },
    });
  }
}

/** One customer per string, with it in every field. */
export async function writeAll(desktop: Desktop): Promise<void> {
  const post = await openPost(desktop);
  for (const [index, text] of hostileStrings.entries()) {
    const url = `https://hostile.example/${text}`;
    const sender = {
      id: `${index} ${text}`.slice(0, 200),
      name: `${index} ${text}`,
      phone: text,
      email: text,
      photo: url,
      url: text,
      invite: text,
    };
    await post({ sender, message: { type: 'text', id: `${index} ${text}`, text } });
    await post({
      sender,
      message: {
        type: 'photo',
        file: url,
        thumb: url,
        file_name: text,
        emoji: text,
        text,
        performer: text,
        title: text,
      },
    });
    await post({
      sender,
      message: { type: 'audio', file: url, file_name: text, text: `Written ${index}.`, performer: text, title: text },
    });
  }
}

/** Opens a chat by the console's own navigation, and returns the text of its conversation. */
export async function showChat(page: Page, path: string, marker: string): Promise<string> {
  const feed = page.getByRole('log');
  // Chromium throttles frequent navigations; later ones are let through again.
  await expect(async () => {
    await page.evaluate(`void (location.hash = '#${path}')`);
    await expect(feed.getByText(marker, { exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  return (await feed.textContent()) ?? '';
}

/** The visible part of a text. */
export function plain(text: string): string {
  return text.replaceAll(/[\s\p{Cf}\p{Cc}]/gu, '');
}
