import type { Locator, Page } from '@playwright/test';

/** A customer's row in the current list. */
export function chatRow(page: Page, customer: string): Locator {
  return page.getByRole('option').filter({ hasText: customer });
}

/** Opens a customer's chat from the list; resolves with its messages. */
export async function openChat(page: Page, customer: string): Promise<Locator> {
  await chatRow(page, customer).click();
  return conversation(page, customer);
}

export function conversation(page: Page, customer: string): Locator {
  return page.getByRole('log', { name: `Chat with ${customer}` });
}

/** One message of a conversation, by its text. */
export function messageOf(feed: Locator, words: string): Locator {
  return feed.getByRole('article').filter({ hasText: words });
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' });
}

/** Writes a reply and sends it with Enter. */
export async function reply(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press('Enter');
}

/** Chooses a command from "…" in the header of the open chat. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Chooses a list: Waiting, Mine, Bot, All open, Closed. */
export async function showList(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}
