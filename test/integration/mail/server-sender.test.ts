import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import type { MailAccount } from '#main/mail/server/account.ts';
import { createSender, type OutgoingMail, type SendOutcome } from '#main/mail/server/sender.ts';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { noMailServer, startMailServer, type TestMailServer } from '../../fixtures/mail-server.ts';
import { type ScriptedServer, startScriptedSmtp } from '../../fixtures/scripted-mail.ts';

const WITHIN = { timeout: 40_000 };
const never = new AbortController().signal;

const mailTo = (address: string, more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: 'token@shop.test',
  to: { address },
  subject: 'Your lamp',
  text: 'It is here',
  ...more,
});

describe.skipIf(noMailServer !== undefined)(
  `a mail handed to a real server${noMailServer === undefined ? '' : `: ${noMailServer}`}`,
  () => {
    let server: TestMailServer;
    let account: MailAccount;
    beforeAll(async () => {
      server = await startMailServer();
      account = await server.account('help');
      await server.account('ann');
    });
    afterAll(() => server.remove());
    const send = (mail: OutgoingMail, more: Partial<MailAccount> = {}): Promise<SendOutcome> =>
      createSender({ account: { ...account, ...more }, clock: systemClock, root: server.root }).send(mail, never);
    const arrived = async (subject: string): Promise<string> => {
      const found = () => server.mails('ann').find((mail) => mail.includes(`Subject: ${subject}`));
      await vi.waitFor(() => expect(found()).toBeDefined(), WITHIN);
      // As a reader of mails sees it.
      return (found() ?? '').replaceAll(/\r?\n[ \t]+/g, ' ').replaceAll('\r\n', '\n');
    };

    test('arrives as text, HTML and files, with its place in the conversation', async () => {
      const outcome = await send(
        mailTo('ann@shop.test', {
          subject: 'Whole',
          fromName: 'Lämp & Söhne',
          to: { address: 'ann@shop.test', name: 'Ann' },
          replyTo: 'help+token@shop.test',
          html: '<p>It is here</p>',
          references: ['first@customer.test', 'no id', 'last@customer.test'],
          automatic: 'auto-replied',
          attachments: [{ name: 'größe.txt', mediaType: 'text/plain', content: Readable.from(['two ', 'metres']) }],
        }),
      );
      expect(outcome).toEqual({ ok: true });
      const mail = await arrived('Whole');
      for (const header of [
        'Message-ID: <token@shop.test>',
        'From: =?UTF-8?Q?L=C3=A4mp_=26_S=C3=B6hne?= <help@shop.test>',
        'To: Ann <ann@shop.test>',
        'Reply-To: help+token@shop.test',
        'In-Reply-To: <last@customer.test>',
        'References: <first@customer.test> <last@customer.test>',
        'Auto-Submitted: auto-replied',
        'Return-path: <help@shop.test>',
      ])
        expect(mail).toContain(`\n${header}\n`.replace('\nReturn', 'Return'));
      for (const part of ['It is here', '<p>It is here</p>', Buffer.from('two metres').toString('base64')])
        expect(mail).toContain(part);
    });

    test('has no header that a name, a subject or a file name brings along', async () => {
      const evil = '\r\nBcc: bob@shop.test\r\n\r\nEvil';
      const outcome = await send(
        mailTo('ann@shop.test', {
          subject: `Evil${evil}`,
          fromName: `Shop${evil}`,
          to: { address: 'ann@shop.test', name: `Ann${evil}` },
          attachments: [{ name: `file${evil}`, mediaType: `text/plain${evil}`, content: Readable.from(['x']) }],
        }),
      );
      expect(outcome).toEqual({ ok: true });
      const mail = await arrived('Evil');
      expect(mail).not.toMatch(/^(?:Bcc|Evil)/m);
      expect(mail.split('\n\n')[0]).toContain('To: "Ann Bcc: bob@shop.test Evil" <ann@shop.test>');
    });

    test.each([
      'ann@shop.test>\r\nRCPT TO:<bob@shop.test',
      'ann@shop.test, bob@shop.test',
      'Ann <ann@shop.test>',
      'ann',
    ])('to %j is refused before anything is sent', async (address) => {
      expect(await send(mailTo(address))).toMatchObject({ ok: false, kind: 'refused' });
    });

    test('is refused in the words of the server', async () => {
      expect(await send(mailTo('nobody@shop.test'))).toMatchObject({ kind: 'refused', code: 550 });
      expect(await send(mailTo('ann@elsewhere.test'))).toEqual({
        ok: false,
        kind: 'refused',
        problem: 'server',
        code: 550,
        reason: expect.stringContaining('Relay not permitted'),
      });
    });

    test('waits while the password is wrong, which is not shown', async () => {
      const outcome = await send(mailTo('ann@shop.test'), { smtp: { ...account.smtp, password: 'not-the-password' } });
      expect(outcome).toMatchObject({ kind: 'later', problem: 'password', code: 535 });
      expect(JSON.stringify(outcome)).not.toContain('not-the-password');
      expect(JSON.stringify(outcome)).not.toContain(Buffer.from('not-the-password').toString('base64'));
    });

    test('waits while the server is down, and while it stands still', async () => {
      await server.smtp.kill();
      expect(await send(mailTo('ann@shop.test'))).toMatchObject({ kind: 'later', problem: 'refused' });
      await server.smtp.start();
      server.smtp.pause();
      const clock = createFakeClock();
      const sending = createSender({ account, clock, root: server.root }).send(mailTo('ann@shop.test'), never);
      await vi.waitFor(() => expect(clock.waiting()).toBe(1), WITHIN);
      await clock.advance(15 * 60_000);
      expect(await sending).toMatchObject({ kind: 'later', problem: 'timeout' });
      server.smtp.resume();
    });

    test('with a file that cannot be read is not sent, not even half of it', async () => {
      const gone = { name: 'gone', mediaType: 'text/plain', content: createReadStream('/nowhere/at/all') };
      const mail = mailTo('ann@shop.test', { subject: 'Half', attachments: [gone] });
      expect(await send(mail)).toMatchObject({ kind: 'later' });
      await send(mailTo('ann@shop.test', { subject: 'After' }));
      await arrived('After');
      expect(server.mails('ann').join()).not.toContain('Half');
    });
  },
);

describe('a mail whose server', () => {
  let server: ScriptedServer;
  let removals: (() => Promise<void>)[];
  beforeEach(() => void (removals = []));
  afterEach(async () => {
    for (const remove of removals) await remove();
  });
  const scripted = async (answer: NonNullable<Parameters<typeof startScriptedSmtp>[0]>['answer']): Promise<void> => {
    server = await startScriptedSmtp({ answer });
    removals.push(server.remove);
  };
  const senderOf = (clock = createFakeClock()) =>
    createSender({ account: { address: 'help@shop.test', smtp: server.server }, clock });
  const send = (signal = never): Promise<SendOutcome> => senderOf().send(mailTo('ann@shop.test'), signal);

  test.each([
    ['cuts it off after its end', '.', 'cut', 'unknown'],
    ['closes the connection after its end', '.', 'end', 'unknown'],
    ['cuts it off before its data', 'DATA', 'cut', 'later'],
    ['cuts it off at the greeting', 'greeting', 'cut', 'later'],
    ['closes the connection at the greeting', 'greeting', 'end', 'later'],
    ['has no time to greet', 'greeting', '421 4.3.2 Too busy', 'later'],
    ['greets with a refusal', 'greeting', '554 5.7.1 Not from your network', 'later'],
    ['has a full disk', 'MAIL', '452 4.3.1 Insufficient storage', 'later'],
    ['wants to see it again (greylisting)', 'RCPT', '451 4.7.1 Try again later', 'later'],
    ['does not know the recipient', 'RCPT', '550 5.1.1 No such user', 'refused'],
    ['takes it for spam', '.', '554 5.7.1 Spam', 'refused'],
    ['defers it at its end', '.', '451 4.3.0 Try again', 'later'],
    ['says that it closes, at its end', '.', '421 4.3.0 Shutting down', 'later'],
    ['is confused', 'MAIL', '503 5.5.1 Bad sequence', 'later'],
    ['sends noise', 'MAIL', 'what?', 'later'],
  ] as const)('%s', async (_what, at, said, kind) => {
    await scripted((word, socket) => {
      if (word !== at) return undefined;
      if (said === 'cut') socket.resetAndDestroy();
      else if (said === 'end') socket.end();
      else return said;
      return 'nothing';
    });
    const outcome = await send();
    expect(outcome).toMatchObject({ ok: false, kind });
    const code = Number(/^\d+/.exec(said)?.[0]);
    if (!Number.isNaN(code)) expect(outcome).toMatchObject({ code, reason: expect.stringContaining(said.slice(10)) });
    // Nothing is tried again.
    expect(server.connections()).toBe(1);
  });

  test.each([
    ['before its data: it waits', 'DATA', 'later'],
    ['after its end: nobody knows', '.', 'unknown'],
  ] as const)('is given up on %s', async (_what, at, kind) => {
    const reached = Promise.withResolvers<void>();
    await scripted((word) => (word === at ? (reached.resolve(), 'nothing') : undefined));
    const stop = new AbortController();
    const sending = send(stop.signal);
    await reached.promise;
    stop.abort();
    expect(await sending).toMatchObject({ kind });
    const clock = createFakeClock();
    const late = senderOf(clock).send(mailTo('ann@shop.test'), never);
    const count = (): number => server.heard.filter((line) => line.startsWith(at)).length;
    await vi.waitFor(() => expect(count()).toBe(2), WITHIN);
    await clock.advance(15 * 60_000);
    expect(await late).toMatchObject({ kind, problem: 'timeout' });
    const sender = senderOf();
    const closing = sender.send(mailTo('ann@shop.test'), never);
    await vi.waitFor(() => expect(count()).toBe(3), WITHIN);
    sender.close();
    expect(await closing).toMatchObject({ kind });
  });

  test('offers no TLS is told neither password nor mail', async () => {
    await scripted(() => undefined);
    const account = { address: 'help@shop.test', smtp: { ...server.server, tls: true } };
    const outcome = await createSender({ account, clock: systemClock }).send(mailTo('ann@shop.test'), never);
    expect(outcome).toMatchObject({ kind: 'later', problem: 'noTls' });
    const elsewhere = { ...account, smtp: { ...server.server, host: 'mail.shop.test' } };
    expect(
      await createSender({ account: elsewhere, clock: systemClock }).send(mailTo('a@shop.test'), never),
    ).toMatchObject({ kind: 'later', problem: 'noTls' });
    expect(server.heard.filter((line) => /AUTH|MAIL/.test(line))).toEqual([]);
  });

  test('repeats the password: it is not shown', async () => {
    const credentials = Buffer.from('\0help@shop.test\0never-to-be-shown').toString('base64');
    await scripted((word) =>
      word === 'AUTH' ? `535 5.7.8 ${credentials} is wrong, never-to-be-shown too` : undefined,
    );
    const outcome = await send();
    expect(outcome).toMatchObject({ problem: 'password', reason: expect.stringContaining('is wrong') });
    expect(JSON.stringify(outcome)).not.toContain('never-to-be-shown');
    expect(JSON.stringify(outcome)).not.toContain(credentials);
    await expect(senderOf().check(never)).rejects.toThrow(/^password: 535 5\.7\.8 … is wrong, … too$/);
  });
});
