import type { ElectronApplication } from '@playwright/test';
import { acceptingAddress } from '../fixtures/integrator.ts';
import { expect, type Desktop } from './fixtures.ts';

/** Writes as a customer with this id, over HTTP; the default name is the capitalized id. */
export type Write = (id: string, text: string, name?: string) => Promise<void>;

/** Creates a channel, and returns a function that writes to it. */
export async function openChannel({ rpc }: Pick<Desktop, 'rpc'>): Promise<Write> {
  const channel = await rpc('channels.create', { name: 'Shop app', endpoint: await acceptingAddress() });
  const { message } = await rpc('channels.addresses', { channelId: channel.id });
  return async (id, text, name = id.charAt(0).toUpperCase() + id.slice(1)) => {
    const sender = { id, name };
    const answer = await fetch(message, {
      method: 'POST',
      body: JSON.stringify({ sender, message: { type: 'text', text } }),
    });
    expect(answer.status).toBe(200);
  };
}

/** A customer writes over HTTP to a new channel; returns the chat's id. */
export async function writeAsCustomer({ rpc }: Pick<Desktop, 'rpc'>, text: string): Promise<string> {
  const write = await openChannel({ rpc });
  await write('anna', text);
  const { chats } = await rpc('chats.list', { filter: 'open' });
  const chat = chats.find(({ lastMessage }) => lastMessage?.text === text);
  if (chat === undefined) throw new Error('the message made no chat');
  return chat.id;
}

/** URLs of the visible windows. */
export function shownWindows(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((window) => window.isVisible())
      .map((window) => window.webContents.getURL()),
  );
}
