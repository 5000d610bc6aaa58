import assert from 'node:assert/strict';
import { startScriptedImap, startScriptedSmtp } from '../fixtures/scripted-mail.ts';
import { naming } from '../fixtures/stale-answers.ts';
import type { ContractCase } from './context.ts';

const ADDRESS = 'help@shop.example';
const MAIL = [
  'From: Mia <mia@customer.example>',
  `To: ${ADDRESS}`,
  'Subject: Re: A lamp',
  'In-Reply-To: <of-another-program@shop.example>',
  'Message-ID: <mia-1@customer.example>',
  '',
  'Thanks, I take it.',
  '',
  'On 28 Nov 2026, Bella Lamps <help@shop.example> wrote:',
  '> It is in stock.',
  '',
].join('\r\n');
const EARLIER = [
  'From: Tom <tom@customer.example>',
  `To: ${ADDRESS}`,
  'Message-ID: <tom-1@customer.example>',
  '',
  'Is it still there?',
  '',
].join('\r\n');

export const mailboxCases: readonly ContractCase[] = [
  {
    name: 'mailboxes.find knows large providers, without asking anybody',
    run: async ({ ok }) => {
      const { found } = await ok('mailboxes.find', { address: 'lamps@gmail.com' });
      assert.equal(found?.signIn, 'appPassword');
      assert.equal(found?.imap.host, 'imap.gmail.com');
    },
  },
  {
    name: 'mailboxes.add, change, list, look and try; what comes is a chat, and mails.whole tells what it quotes',
    run: async (context) => {
      const { ok, refused, withWindow } = context;
      const mails = [EARLIER];
      const [imap, smtp] = [await startScriptedImap({ mails }), await startScriptedSmtp()];
      try {
        const { password: _unused, ...incoming } = imap.server;
        const { password: _same, ...outgoing } = smtp.server;
        const account = { address: ADDRESS, imap: incoming, smtp: outgoing, folder: 'INBOX' };
        const added = { ...account, name: 'Mail', password: 'secret of the mailbox', plusAddresses: false };
        await withWindow(async (window) => {
          await window.hello();
          const channel = await ok('mailboxes.add', added);
          assert.equal(channel.kind, 'email');
          assert.ok(!JSON.stringify(channel).includes(added.password));
          await window.waitFor('answers.stale', naming('mailboxes.list'));
          const channelId = channel.id;
          const changed = await ok('mailboxes.change', { channelId, plusAddresses: true });
          assert.deepEqual([changed.email?.plusAddresses, changed.email?.address], [true, ADDRESS]);
          await ok('channels.update', { channelId, email: { becomesChat: true } });
          assert.equal((await ok('mailboxes.look', { channelId })).state, 'open');
          // New addresses for the team leave it its passwords.
          await ok('team.renewAddresses', {});
          assert.equal((await ok('mailboxes.look', { channelId })).state, 'open');
          const { mailboxes } = await ok('mailboxes.list', {});
          assert.deepEqual(
            mailboxes.map(({ address, waiting }) => [address, waiting]),
            [[ADDRESS, 0]],
          );
          mails.push(MAIL);
          await ok('mailboxes.look', { channelId });
          const { message, chat } = await window.waitFor(
            'message.added',
            (event) => event.message.text === 'Thanks, I take it.',
          );
          assert.equal(chat.customer.email, 'mia@customer.example');
          const { text } = await ok('mails.whole', { mailId: message.mail?.id ?? '' });
          assert.match(text, /> It is in stock\./);
          assert.equal((await refused('mails.whole', { mailId: '999999' })).code, 'not_found');
          await ok('chats.close', { chatId: chat.id });
          // What was there before comes once it is asked for.
          await ok('mailboxes.look', { channelId, days: 7 });
          await window.waitFor('message.added', (event) => event.message.text === 'Is it still there?');
          await ok('channels.remove', { channelId });
        });
        const nobody = { ...incoming, port: 1 };
        const test = await ok('mailboxes.try', { ...account, imap: nobody, smtp: nobody, password: 'x' });
        assert.deepEqual(
          test.steps.map(({ step, trouble }) => [step, trouble]),
          [
            ['imap', 'refused'],
            ['smtp', 'refused'],
          ],
        );
        assert.equal((await refused('mailboxes.try', account)).code, 'secret_lost');
      } finally {
        await Promise.all([imap.remove(), smtp.remove()]);
      }
    },
  },
];
