import { openVisitor } from '../../fixtures/visitor.ts';
import type { Host } from '../../fixtures/host-client.ts';
import { expectAccessible } from '../axe.ts';
import { composer, messageOf, openChat, reply } from '../conversation.ts';
import { expect } from '../fixtures.ts';
import { addMail, mailFrom, test } from '../mail.ts';

test('a chat by mail has its subject above, says what became of each reply, and shows the rest of a mail in place', async ({
  host,
  mailServer,
  openConsole,
}) => {
  test.slow();
  await addMail(host, mailServer, { becomesChat: true });
  await mailServer.account('anna', 'none');
  const anna = 'Anna Berg <anna@shop.test>';
  const page = await openConsole();
  await page.getByRole('tab', { name: /^All open/ }).click();
  const text = 'Do you have the green lamp?\n-- \nAnna Berg\nLamp Street 5';
  await mailServer.deliver('help', mailFrom(anna, { id: 'one', subject: 'Green lamp', text }));
  const feed = await openChat(page, 'Anna Berg');
  const chat = page.getByRole('region', { name: 'Chat with Anna Berg' });
  await expect(chat.getByTitle('Green lamp')).toBeVisible();
  const asked = messageOf(feed, 'Do you have the green lamp?');
  await expect(asked.getByText('Lamp Street 5')).toHaveCount(0);
  await asked.getByText('Show the whole mail').click();
  await expect(asked.getByText('Lamp Street 5')).toBeVisible();
  await asked.getByText('Show the whole mail').click();
  await expect(asked.getByText('Lamp Street 5')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Email · not verified' })).toHaveValue('anna@shop.test');

  await reply(page, 'Yes, we have it.');
  await reply(page, 'It costs 49 euros.');
  await expect(feed.getByText(/^Emailed to anna@shop\.test at \d/)).toHaveCount(1);
  await expect(feed.getByRole('img', { name: 'Emailed' })).toHaveCount(2);
  expect(mailServer.mails('anna')).toHaveLength(1);
  await expectAccessible(page, 'a chat by mail');

  const headers = ['In-Reply-To: <one@shop.test>'];
  await mailServer.deliver(
    'help',
    mailFrom(anna, { id: 'two', subject: 'Invoice', text: 'And the invoice?', headers }),
  );
  await expect(chat.getByTitle('Invoice', { exact: true })).toBeVisible();
  await expect(messageOf(feed, 'And the invoice?').getByText('Invoice', { exact: true })).toBeVisible();
  await expect(messageOf(feed, 'Do you have').getByText('Green lamp', { exact: true })).toBeVisible();
  const encrypted = { id: 'three', subject: 'Re: Invoice', text: '-----BEGIN PGP MESSAGE-----\n\nhQ' };
  await mailServer.deliver(
    'help',
    mailFrom(anna, { ...encrypted, headers: [...headers, 'Content-Type: multipart/encrypted; boundary="x"'] }),
  );
  await expect(feed.getByText('This mail is encrypted and can’t be read here.')).toBeVisible();

  await mailServer.smtp.kill();
  await reply(page, 'One more thing');
  await expect(messageOf(feed, 'One more thing').getByText('Waiting for the mail server')).toBeVisible();
  await expect(feed.getByText('ECONNREFUSED')).toHaveCount(0);
  await mailServer.smtp.start();
  const stranger = mailFrom('Ben <ben@elsewhere.example>', { id: 'four', subject: 'Hello', text: 'Please answer' });
  await mailServer.deliver('help', stranger);
  const bens = await openChat(page, 'Ben');
  await reply(page, 'Here you are');
  await expect(bens.getByText('Not delivered. The mail server refused it: “550 Relay not permitted”.')).toBeVisible();
  await expect(bens.getByRole('button', { name: 'Send again' })).toBeVisible();
});

const ORIGIN = { origin: 'https://bella-lamps.example' };

/** A visitor of the website who has written. */
async function visit(host: Host, name: string, email?: string) {
  const { listenerUrl } = await host.rpc('setup.get', {});
  const page = { url: 'https://bella-lamps.example/red-lamp', title: 'Red lamp' };
  const visitor = await openVisitor(listenerUrl, 'lamps', { page, language: 'de-AT' }, ORIGIN);
  await visitor.next('welcome');
  visitor.say({ kind: 'begin' });
  await visitor.next('token');
  const id = `visitor-e2e-${name}`;
  visitor.say({
    kind: 'message',
    id,
    text: 'Is it dimmable?',
    contact: { name, ...(email !== undefined && { email }) },
  });
  await visitor.next('accepted', (frame) => frame.id === id);
  return visitor;
}

test('a reply to a visitor who has left says when it is emailed; without an address, one is asked for in their language', async ({
  host,
  mailServer,
  openConsole,
}) => {
  test.slow();
  const site = { sites: ['bella-lamps.example'] };
  await host.rpc('channels.create', { name: 'Lamps', kind: 'site', publicId: 'lamps', site });
  await addMail(host, mailServer, { followUpAfter: 3600, becomesChat: true });
  const page = await openConsole();
  await page.getByRole('tab', { name: /^All open/ }).click();
  const clara = await visit(host, 'Clara', 'clara@shop.test');
  const claras = await openChat(page, 'Clara');
  await clara.leave();
  await reply(page, 'Yes, with any dimmer.');
  await expect(claras.getByText(/^Will be emailed to clara@shop\.test at \d.* unless they come back\.$/)).toBeVisible();
  await expect(page.getByText('You can send an email to:')).toHaveCount(0);
  await expectAccessible(page, 'a reply that will be emailed');

  const dora = await visit(host, 'Dora');
  const doras = await openChat(page, 'Dora');
  const ask = page.getByRole('button', { name: 'Ask for an email address' });
  await expect(ask).toHaveCount(1);
  await dora.leave();
  await expect(ask).toHaveCount(0);
  await reply(page, 'Yes, with any dimmer.');
  await expect(doras.getByText('They’ve left, and there’s no email address to send this to.')).toBeVisible();
  await composer(page).fill('One more thing.');
  await ask.click();
  await expect(composer(page)).toHaveValue(
    /^One more thing\.\n\nWir kümmern uns darum\. Wie lautet Ihre E-Mail-Adresse/,
  );
  await expect(composer(page)).toBeFocused();
  await ask.click();
  await expect(composer(page)).toHaveValue(/^One more thing\.\n\nWir kümmern.*verlassen\.$/);
  await expectAccessible(page, 'a visitor without an address');

  // A mail with Clara's address proves nothing: merging is offered.
  const question = { id: 'claras', subject: 'Delivery', text: 'Do you deliver?' };
  await mailServer.deliver('help', mailFrom('Clara Holm <clara@shop.test>', question));
  await openChat(page, 'Clara Holm');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Merge with another contact' }).click();
  const found = page.getByRole('dialog').getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('clara@shop.test');
  await expect(found).toContainText('Lamps');
});
