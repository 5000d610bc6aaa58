import type { Page } from '@playwright/test';

/** The places of the settings with several sections. */
const places = {
  You: ['Profile', 'Appearance and language', 'Sound and notifications', 'This computer'],
  'Website and channels': ['Channels', 'Connection', 'Programs'],
  'Hours and messages': ['Opening hours', 'Automatic messages'],
  'Replies and tags': ['Saved replies', 'Tags'],
  Data: [
    'Backups',
    'Customer data',
    'Media',
    'Blocked customers',
    'Activity',
    'Changes and sign-ins',
    'Servers',
    'About',
  ],
} as const;

export type SettingsSection = 'Team' | 'Bots' | (typeof places)[keyof typeof places][number];

/** Opens a section of the settings from anywhere in the console, by hand; a place with one section bears its name. */
export async function openSettings(page: Page, section: SettingsSection): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const nav = page.getByRole('navigation', { name: 'Settings' });
  const place = Object.entries<readonly string[]>(places).find(([, sections]) => sections.includes(section))?.[0];
  const link = nav.getByRole('link', { name: section, exact: true });
  if (place !== undefined) await nav.getByRole('link', { name: place, exact: true }).or(link).first().click();
  await link.click();
}

/** Chooses what a new channel is for. Without a channel, the question is there from the beginning. */
export async function beginChannel(page: Page, use: string): Promise<void> {
  const card = page.getByRole('button', { name: use });
  const add = page.getByRole('button', { name: 'Add channel' });
  if (
    await add
      .or(card)
      .first()
      .evaluate((button) => button.ariaExpanded === 'false')
  )
    await add.click();
  await card.click();
}
