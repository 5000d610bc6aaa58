import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import type { MailAccount } from '#main/mail/server/account.ts';
import { type Trial, tryAccount } from '#main/mail/server/try-account.ts';
import { noMailServer, startMailServer, type TestMailServer } from '../../fixtures/mail-server.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import { startScriptedSmtp } from '../../fixtures/scripted-mail.ts';

const words = { subject: 'Test', text: 'You may delete this' };
const OK = { ok: true };

describe.skipIf(noMailServer !== undefined)(
  `a mailbox that is tried${noMailServer === undefined ? '' : `: ${noMailServer}`}`,
  () => {
    let server: TestMailServer;
    let account: MailAccount;
    beforeAll(async () => {
      server = await startMailServer();
      account = await server.account('help');
    });
    afterAll(() => server.remove());
    let removals: (() => Promise<void>)[];
    beforeEach(() => void (removals = []));
    afterEach(async () => {
      for (const remove of removals) await remove();
    });
    const attempt = (tried: MailAccount, root = server.root, clock = systemClock): Promise<Trial> =>
      tryAccount(tried, { clock, words, root, signal: new AbortController().signal });

    test('works in both directions, with plus-addresses, and is left as it was', async () => {
      await server.deliver('help', 'Subject: Before\r\n\r\n');
      expect(await attempt(account)).toEqual({ imap: OK, smtp: OK, roundTrip: OK, plusAddresses: true });
      expect(server.mails('help')).toEqual(['Subject: Before\r\n\r\n']);
    });

    test('works without plus-addresses, too', async () => {
      const other = await startMailServer({ plusAddresses: false });
      removals.push(other.remove);
      const plain = await other.account('help');
      expect(await attempt(plain, other.root)).toEqual({ imap: OK, smtp: OK, roundTrip: OK, plusAddresses: false });
      expect(other.mails('help')).toEqual([]);
    });

    const failed = (problem: string) => ({ ok: false, problem, said: undefined });
    test('has a wrong host for sending', async () => {
      const trial = await attempt({ ...account, smtp: { ...account.smtp, host: 'mail.invalid' } });
      expect(trial).toEqual({ imap: OK, smtp: failed('hostNotFound'), roundTrip: undefined, plusAddresses: false });
    });
    test.each<[string, (account: MailAccount) => Partial<MailAccount>, string, unknown, unknown]>([
      ['a wrong host', ({ imap }) => ({ imap: { ...imap, host: 'mail.invalid' } }), 'hostNotFound', undefined, OK],
      ['a port without a server', ({ imap }) => ({ imap: { ...imap, port: 1 } }), 'refused', undefined, OK],
      ['no TLS elsewhere', ({ imap }) => ({ imap: { ...imap, host: 'x.test', tls: false } }), 'noTls', undefined, OK],
    ])('has %s', async (_what, change, problem, roundTrip, smtp) => {
      const trial = await attempt({ ...account, ...change(account) });
      expect(trial).toEqual({ imap: failed(problem), smtp, roundTrip, plusAddresses: false });
    });

    test('has a folder that is missing', async () => {
      const trial = await attempt({ ...account, folder: 'Orders' });
      expect(trial).toMatchObject({ imap: { ok: false, problem: 'folderMissing' }, smtp: OK, roundTrip: undefined });
    });

    test('has a certificate that nobody trusts', async () => {
      const trial = await tryAccount(account, { clock: systemClock, words, signal: new AbortController().signal });
      expect(trial).toMatchObject({ imap: failed('certificate'), smtp: failed('certificate') });
    });

    test('has wrong passwords, which are not shown', async () => {
      const wrong = 'not-the-password';
      const { imap, smtp } = account;
      const trial = await attempt({
        ...account,
        imap: { ...imap, password: wrong },
        smtp: { ...smtp, password: wrong },
      });
      expect(trial).toMatchObject({ imap: { problem: 'password' }, smtp: { problem: 'password' } });
      expect(JSON.stringify(trial)).not.toContain(wrong);
    });

    test('takes a mail that never arrives', async () => {
      const hole = await startScriptedSmtp();
      removals.push(hole.remove);
      const trial = await attempt({ ...account, smtp: hole.server }, server.root, createQuickClock());
      expect(trial).toEqual({ imap: OK, smtp: OK, roundTrip: failed('notArrived'), plusAddresses: false });
      const sent = hole.heard.filter((line) => line.startsWith('RCPT'));
      expect(sent).toEqual([expect.stringMatching(/^RCPT TO:<help\+\w{16}@shop\.test>$/), 'RCPT TO:<help@shop.test>']);
      expect(hole.heard).toContain('Auto-Submitted: auto-generated');
    });

    test('refuses mails, in its own words', async () => {
      const strict = await startScriptedSmtp({ answer: (word) => (word === 'MAIL' ? '550 Not you' : undefined) });
      removals.push(strict.remove);
      const trial = await attempt({ ...account, smtp: strict.server });
      expect(trial.roundTrip).toEqual({ ok: false, problem: 'server', said: '550 Not you' });
    });

    test('does not answer', async () => {
      server.imap.pause();
      server.smtp.pause();
      const trial = await attempt(account, server.root, createQuickClock(60));
      server.imap.resume();
      server.smtp.resume();
      expect(trial).toMatchObject({ imap: failed('timeout'), smtp: failed('timeout') });
    });
  },
);
