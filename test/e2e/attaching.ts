import type { Locator, Page } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';
import type { TestChannel } from '../fixtures/channels.ts';
import { bodyOf, type Received } from '../fixtures/integrator.ts';
import { composer } from './conversation.ts';

const launch = browserLaunch();
/** A microphone that beeps, and a browser that allows it without asking. */
export const withMicrophone = {
  ...launch,
  args: [...launch.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The fields of a message as received by the integration. */
export interface SentMessage {
  readonly type: string;
  readonly id: string;
  readonly text?: string;
  readonly file?: string;
  readonly thumb?: string;
  readonly file_name?: string;
  readonly file_size?: number;
  readonly [field: string]: unknown;
}

/** The list of attached files at the composer. */
export function tray(page: Page): Locator {
  return page.getByRole('list', { name: 'Attachments' });
}

/** One attached file. */
export function attached(page: Page, name: string): Locator {
  return tray(page).getByRole('listitem').filter({ hasText: name });
}

/** Chooses files as the button's file chooser would. */
export async function choose(page: Page, ...files: readonly TestFile[]): Promise<void> {
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Photos and files' }).click();
  await (await chooser).setFiles([...files]);
}

/** Pastes a file into the page, or drops it on the window, as the system would; resolves with whether the page accepted it. */
export async function transferFile(
  page: Page,
  how: 'paste' | 'dragenter' | 'drop',
  { name, mimeType, buffer }: TestFile,
  words: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const given = JSON.stringify({ how, name, type: mimeType, bytes: [...buffer], words });
  await composer(page).focus();
  return page.evaluate<boolean>(`(({ how, name, type, bytes, words }) => {
    const transfer = new DataTransfer();
    for (const [of, text] of Object.entries(words)) transfer.setData(of, text);
    transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const all = { bubbles: true, cancelable: true };
    const event = how === 'paste' ? new ClipboardEvent(how, { ...all, clipboardData: transfer }) : new DragEvent(how, { ...all, dataTransfer: transfer });
    return !document.activeElement.dispatchEvent(event);
  })(${given})`);
}

/** A customer writes. */
export async function say({ channel }: { readonly channel: TestChannel }, name: string, text: string): Promise<void> {
  await channel.post({ sender: { id: name.toLowerCase(), name }, message: { type: 'text', text } });
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

export function messageIn(received: Received | undefined): SentMessage {
  return bodyOf(received).message as unknown as SentMessage;
}

/** Everything except typing notices. */
export function isMessage(received: Received): boolean {
  return !['typein', 'typeout'].includes(bodyOf(received).message.type);
}

/** Fetches a link that an integration received. */
export async function fetched(
  address: string | undefined,
): Promise<{ readonly status: number; readonly mediaType: string | null; readonly bytes: Buffer }> {
  if (address === undefined) throw new Error('there is no link');
  const response = await fetch(address);
  return {
    status: response.status,
    mediaType: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
