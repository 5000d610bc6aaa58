import type { RouteOutput } from '#shared/contract/routes.ts';
import type { Host } from '../fixtures/host-client.ts';
import { noMailServer, startMailServer, type TestMailServer } from '../fixtures/mail-server.ts';
import { expect, test as base } from './fixtures.ts';

/** Tests with a real mail server of their own. */
export const test = base.extend<{ readonly mailServer: TestMailServer }>({
  mailServer: async ({}, use) => {
    base.skip(noMailServer !== undefined, noMailServer);
    const server = await startMailServer();
    await use(server);
    await server.remove();
  },
});

type MailSettings = NonNullable<RouteOutput<'mailboxes.change'>['email']>;

/** The address help@shop.test as a channel, which is fetched from. */
export async function addMail(host: Host, server: TestMailServer, settings: Partial<MailSettings> = {}) {
  const { imap, smtp, address } = await server.account('help', 'none');
  const { password, ...incoming } = imap;
  const { password: _same, ...outgoing } = smtp;
  const { id: channelId } = await host.rpc('mailboxes.add', {
    ...{ name: 'Bella Lamps', address, folder: 'INBOX', password, plusAddresses: true },
    ...{ imap: incoming, smtp: outgoing },
  });
  await host.rpc('channels.update', { channelId, email: settings });
  await expect.poll(async () => (await host.rpc('mailboxes.list', {})).mailboxes[0]?.state).toBe('open');
  return channelId;
}

/** A mail to help@shop.test. */
export function mailFrom(
  from: string,
  { id, subject, text, headers = [] }: { id: string; subject: string; text: string; headers?: readonly string[] },
): string {
  const head = [
    `From: ${from}`,
    'To: help@shop.test',
    `Subject: ${subject}`,
    `Message-ID: <${id}@shop.test>`,
    'Date: Sat, 28 Nov 2026 12:00:00 +0000',
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`;
}
