import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailSettings } from '#shared/domain/mail.ts';
import { type MailTakingOptions, takeMail } from './taking.ts';

const SOURCE = Buffer.from(
  [
    'From: friend@elsewhere.example',
    'Message-ID: <private@elsewhere.example>',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The photos',
    '--b',
    'Content-Type: application/pdf; name=a.pdf',
    'Content-Disposition: attachment; filename=a.pdf',
    '',
    '%PDF-1.4',
    '--b--',
    '',
  ].join('\r\n'),
);
const POSITION = { validity: '7', uid: 3 };

test.each([
  ['is kept of a mail that is not for the shop', undefined, ['mails.readUpTo']],
  ['is left out of one that answers a mail of ours', { chatId: '1' }, ['media', 'mails.take']],
])('nothing %s', async (_what, thread, expected) => {
  const done: string[] = [];
  const stored = { digest: 'a'.repeat(64), size: 8, form: 'other', mediaType: 'application/pdf' };
  const does = (name: string, answer: unknown) => async () => {
    done.push(name);
    return answer;
  };
  const options = {
    store: { read: async () => thread },
    perform: {
      'mails.readUpTo': does('mails.readUpTo', {}),
      'mails.take': does('mails.take', { outcome: 'stored', chatId: '1', messageIds: ['1', '2'] }),
    },
    media: { add: does('media', stored) },
    journal: { add: () => undefined },
    clock: { wall: () => 0 },
    log: pino({ level: 'silent' }),
    largest: () => 1000,
    hostedFor: () => 1000,
    publicUrl: () => 'https://chat.example',
    automaticFor: async () => undefined,
  } as unknown as MailTakingOptions;
  const mailbox = { channelId: 'mail', settings: mailSettings.parse({ address: 'help@shop.example' }) };
  const mail = { kind: 'whole', source: SOURCE, position: POSITION } as const;
  await takeMail(mail, mailbox, options, new AbortController().signal);
  expect(done).toEqual(expected);
});
