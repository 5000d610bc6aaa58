import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readMail, type ReadMail } from './read-mail.ts';

const folder = path.join(import.meta.dirname, 'shapes');
const own = { address: 'help@shop.example' };
const read = (name: string): Promise<ReadMail> => readMail(readFileSync(path.join(folder, `${name}.eml`)), own);

/** The new text of each mail in `shapes`: mails as programs write them, in our own words. */
const NEW_TEXTS: Readonly<Record<string, string>> = {
  'above-this-line-dutch': 'Graag op rekening.',
  'apple-mail-ios': 'Passt, bis Montag!',
  'apple-mail-macos': 'Perfect, thank you.',
  'apple-mail-photo-between': 'Look at this:\n\nIt came like that.',
  'big5-gmail': '好的，謝謝。',
  'calendar-invitation': 'You are invited to: Visit\nMonday, 23 November, 9:00',
  'delsp-japanese': '住所が変わりましたので、次の注文からは新しい住所に送ってください。\nよろしくお願いします。',
  'dsn-exchange': 'Delivery has failed to these recipients or groups:\n\nanna@gone.example\nThe mailbox is full.',
  'dsn-gmail': '** Address not found **\n\nYour message was not delivered to anna@gone.example.',
  'dsn-postfix':
    'This is the mail system at host mx.shop.example.\n\nYour message could not be delivered to one or more recipients.',
  'dsn-postfix-delayed': 'Your message is delayed. You need not send it again.',
  'gbk-qq-mail': '请改成蓝色的。',
  'gmail-forward': `This is what the carrier wrote to me.

---------- Forwarded message ---------
From: Carrier <info@carrier.example>
Date: Wed, Nov 18, 2026 at 9:00 AM
Subject: Broken lamp
To: Anna Weber <anna@customer.example>

The parcel was damaged on its way.
--
Carrier Ltd`,
  'gmail-mobile-signature': 'Danke, ist angekommen!\n\nEingerückt von Hand',
  'gmail-web-inline': `Hello, answers are between your questions.

> Which colour?

Blue.

> Which size?

Medium. 👍`,
  'gmail-web-top':
    'Yes, the blue one please. And could you tell me when it will be at my place, as I am away next week?',
  'gmx-html': 'Hallo,\n\nich bin ab 18 Uhr da.',
  'iso-2022-jp': '青でお願いします。',
  'k9-mail': 'Ja, bitte reparieren.',
  'logo-and-screenshot': 'This is what I see:\nAnna',
  'lotus-notes-german': 'Wir nehmen das Angebot an.\n\nMit freundlichen Grüßen\nAnna Weber',
  'lotus-notes-wrote': 'We accept.',
  'mailman-list': 'The small one.',
  'otrs-ticket': 'Yes, I did.',
  'outlook-answers-in-red': `See my answers in red below.
From: Shop <help@shop.example>
Sent: Thursday, November 19, 2026 5:02 PM
To: Anna Weber
Subject: Your order
Which colour?
Blue.`,
  'outlook-desktop-html': `Guten Tag,

die Lampe ist defekt, bitte tauschen Sie sie um.

1. Schalter lose
2. Kabel zu kurz

Mit freundlichen Grüßen
Anna Weber`,
  'outlook-mobile-ios': 'Thanks, that solved it.',
  'outlook-plain-text': 'Please cancel the order.\n\nAnna',
  'outlook-underscores': 'Hola, necesito cambiar la dirección.',
  'outlook-web': "Bonjour,\n\nJe n'ai toujours rien reçu.",
  'out-of-office-exchange': 'Ich bin bis 30.11. nicht da.',
  'own-group-contact-form': 'Name: Anna Weber\nE-Mail: anna@customer.example\nSubject: Gift\n\nDo you wrap gifts?',
  'pgp-encrypted': '',
  protonmail: 'I would like to return it.',
  'quoted-printable-wrapped-name':
    'Klingt gut – wir nehmen es, wenn die Lieferung vor Weihnachten möglich ist und der Preis sich nicht mehr ändert.',
  'roundcube-flowed-trap': 'Yes, the big one.',
  'shift-jis-phone': 'いつ届きますか?\n表示が①のままです。',
  'smime-encrypted': '',
  'smime-signed': 'I agree to the terms.',
  'thunderbird-flowed-bottom':
    'It is 12-345-678. I had to look for it for quite a while, as the label was nearly gone.',
  'thunderbird-inline-koi8-r': '> Какой цвет?\nСиний.\n> Какой размер?\nСредний.',
  'thunderbird-typed-in-prefix': "Accetto l'offerta.",
  'vacation-gmail': 'I am away until Monday.',
  'webde-text': 'Am besten am Freitag.',
  'windows-1251-html': 'Добрый день! Когда привезут?',
  'winmail-dat': 'Im Anhang die Unterlagen.',
  'yahoo-html': 'Ya pagué la factura.',
  'yahoo-text': 'Is there a discount for two?',
  zendesk: 'It still does not work.',
  zimbra: 'Two more, please.',
};

it.for(Object.entries(NEW_TEXTS))('reads what was written: %s', async ([name, text]) => {
  expect((await read(name)).text).toBe(text);
});

it('reads the text of an old report of exim', async () => {
  const mail = await read('dsn-exim-text');
  expect(mail.text).toMatch(/^This message was created automatically[^]*Relaying denied[^]*Hello$/);
});

it('has an expected text for every shape', () => {
  const names = readdirSync(folder).map((file) => path.basename(file, '.eml'));
  expect(names.filter((name) => name !== 'dsn-exim-text').sort()).toEqual(Object.keys(NEW_TEXTS).sort());
});

it('keeps the whole text beside what is new', async () => {
  const { text, rest } = await read('apple-mail-ios');
  expect(rest).toBe(
    `${text}\n\nVon meinem iPhone gesendet\n\n> Am 19.11.2026 um 17:02 schrieb Shop <help@shop.example>:\n>\n> Passt Montag um 9 Uhr?`,
  );
  expect((await read('winmail-dat')).rest).toBeUndefined();
});

it('reads who wrote what when, in answer to what', async () => {
  expect(await read('gmail-web-top')).toMatchObject({
    messageId: 'm1@customer.example',
    answers: ['k3f9a1x7@shop.example', 'first@customer.example'],
    tags: [],
    from: { address: 'anna@customer.example', name: 'Anna Weber' },
    replyTo: undefined,
    subject: 'Re: Your order 4711',
    at: Date.UTC(2026, 10, 20, 9, 15),
    attachments: [],
    automatic: undefined,
    bounce: undefined,
    notes: [],
  });
  expect(await read('iso-2022-jp')).toMatchObject({
    from: { address: 'hanako@customer.example', name: '山田花子' },
    subject: 'Re: 注文について',
  });
});

it('reads tags and Reply-To of what a group or a form passes on, which is no list', async () => {
  expect(await read('own-group-contact-form')).toMatchObject({
    from: { address: 'noreply@shop.example', name: 'Website' },
    replyTo: 'anna@customer.example',
    tags: ['k3f9a1x7', 'Ab3-x_9'],
    automatic: undefined,
  });
});

it.for([
  ['out-of-office-exchange', 'reply'],
  ['vacation-gmail', 'reply'],
  ['mailman-list', 'list'],
  ['dsn-postfix', 'bounce'],
  ['dsn-postfix-delayed', 'bounce'],
  ['dsn-exim-text', 'bounce'],
  ['outlook-web', undefined],
] as const)('knows what nobody wrote to us: %s', async ([name, automatic]) => {
  expect((await read(name)).automatic).toBe(automatic);
});

it.for([
  ['dsn-postfix', '5.1.1', '550 5.1.1 <anna@gone.example>: Recipient address rejected: User unknown'],
  ['dsn-exchange', '5.2.2', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception'],
  ['dsn-gmail', '5.1.1', '550-5.1.1 The email account that you tried to reach does not exist.'],
  ['dsn-exim-text', '5.7.1', '550 5.7.1 Relaying denied'],
] as const)('reads which mail failed, and why: %s', async ([name, status, reason]) => {
  expect((await read(name)).bounce).toEqual({ of: 'k3f9a1x7@shop.example', status, reason });
});

it('does not take a delay as a failure', async () => {
  expect((await read('dsn-postfix-delayed')).bounce).toBeUndefined();
});

it.for([
  ['smime-encrypted', ['encrypted'], ['smime.p7m']],
  ['pgp-encrypted', ['encrypted'], ['encrypted.asc']],
  ['calendar-invitation', ['calendar'], ['invitation.ics', 'invite.ics']],
  ['smime-signed', [], []],
  ['winmail-dat', [], ['winmail.dat']],
  ['apple-mail-photo-between', [], ['IMG_0042.jpeg']],
  ['logo-and-screenshot', [], ['shot.png']],
] as const)('keeps what is not text, and notes what it means: %s', async ([name, notes, names]) => {
  const mail = await read(name);
  expect(mail.notes).toEqual(notes);
  expect(mail.attachments.map((attachment) => attachment.name)).toEqual(names);
});
