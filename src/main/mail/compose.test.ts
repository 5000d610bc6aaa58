import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { MailToSend } from '#main/store/mail/outgoing.ts';
import { mailSettings } from '#shared/domain/mail.ts';
import type { Message } from '#shared/domain/message.ts';
import { composeMail } from './compose.ts';

const AT = Date.UTC(2026, 10, 28, 9, 5);
const reply = (more: Partial<Message>): MailToSend['replies'][number] => ({
  message: {
    id: '2',
    chatId: '1',
    from: 'operator',
    type: 'text',
    text: 'Yes',
    authorName: 'Olga',
    at: AT,
    ...more,
  } as Message,
  files: [],
});
const mail = (more: Partial<MailToSend> = {}): MailToSend => ({
  messageId: `${'a'.repeat(36)}@shop.example`,
  address: 'anna@customer.example',
  channelId: 'web',
  replies: [reply({})],
  before: [],
  ...more,
});
const MEGABYTE = 1024 * 1024;
const compose = (of: MailToSend, settings: object = {}, size = 3) =>
  composeMail(of, {
    settings: mailSettings.parse({ address: 'help@shop.example', ...settings }),
    shop: 'Bella Lamps',
    media: {
      find: async (digest) => ({ digest, size, form: 'image', mediaType: 'image/png' }),
      open: async () => Readable.from([Buffer.from('png')]),
    },
  });

test('several replies are one mail, signed by who wrote last, with what the customer had written', async () => {
  const replies = [reply({ text: 'Yes' }), reply({ text: 'It costs 40.', authorName: 'Boris' })];
  const composed = await compose(mail({ replies, answers: { text: 'In stock?\nToday?', at: AT } }), {
    signature: 'Bella Lamps, Main Street 1',
  });
  expect(composed).toMatchObject({
    subject: 'Bella Lamps answered you',
    fromName: 'Bella Lamps',
    automatic: undefined,
    replyTo: undefined,
  });
  expect(composed.text).toBe(`Yes

It costs 40.

Boris
Bella Lamps, Main Street 1

Just answer this mail: it reaches us in the same chat.

${composed.text.split('\n').find((line) => line.endsWith('you wrote:'))}
> In stock?
> Today?
`);
});

test('nothing of it is HTML that somebody wrote', async () => {
  const text = '<img src=x onerror=alert(1)> & "https://x.example/?a=1&b=\'<b>"';
  const { html = '' } = await compose(
    mail({ replies: [reply({ text })], answers: { text: '</blockquote><script>', at: AT } }),
  );
  expect(html).not.toMatch(/<img|<script|<b>/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp;');
  expect(html).toContain('<a href="https://x.example/?a=1&amp;b=&#39;">');
});

test.each([
  ['Lamp', 'Re: Lamp'],
  ['Re: Lamp', 'Re: Lamp'],
  ['AW: Re: Lampe', 'Re: Lampe'],
  ['Re[2]: Lamp', 'Re: Lamp'],
  ['Return of a lamp', 'Re: Return of a lamp'],
])('an answer to “%s” is about “%s”', async (subject, answered) => {
  expect((await compose(mail({ subject }))).subject).toBe(answered);
});

test('says where an answer leads, and what it follows, the nearest last', async () => {
  const { replyTo, references } = await compose(mail({ before: ['2@x.example', '1@x.example'] }), {
    plusAddresses: true,
  });
  expect(replyTo).toBe(`help+${'a'.repeat(36)}@shop.example`);
  expect(references).toEqual(['1@x.example', '2@x.example']);
});

test('of what nobody wrote says so', async () => {
  expect((await compose(mail({ replies: [reply({ from: 'system' })] }))).automatic).toBe('auto-replied');
  expect((await compose(mail({ replies: [reply({ from: 'bot' }), reply({})] }))).automatic).toBeUndefined();
});

test('files are attached as long as there is room, and then linked', async () => {
  const photo = (id: string): MailToSend['replies'][number] => ({
    ...reply({ id, type: 'photo', text: undefined, file: `https://chat.example/files/${id}/a.png`, fileName: 'a.png' }),
    files: [{ part: 'file', digest: id, fileName: 'a.png', mediaType: 'image/png', expiresAt: 9e12 }],
  });
  const composed = await compose(mail({ replies: [photo('1'), photo('2'), photo('3')] }), {}, 9 * MEGABYTE);
  expect(composed.attachments?.map(({ name }) => name)).toEqual(['a.png', 'a.png']);
  expect(composed.text).toContain('https://chat.example/files/3/a.png');
  expect(composed.text).not.toContain('/files/1/');
});

test('a rating is asked for by five links', async () => {
  const link = `https://chat.example/rating/${'t'.repeat(32)}`;
  const { text, html = '' } = await compose(mail({ replies: [reply({ text: `How did we do? ${link}` })] }));
  for (const rate of [1, 2, 3, 4, 5]) {
    expect(text).toContain(`${link}?rate=${rate}`);
    expect(html).toContain(`<a href="${link}?rate=${rate}">`);
  }
  expect(text).toContain('★★★★★ Very good: ');
});

test('the words around are in the language of the mailbox', async () => {
  expect((await compose(mail(), { language: 'de', senderName: 'Lampen-Bella' })).text).toContain(
    'Antworten Sie einfach',
  );
});
