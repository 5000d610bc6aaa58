import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { systemClock } from '#main/clock/clock.ts';
import type { MailAccount } from '#main/mail/server/account.ts';
import {
  type FetchedMail,
  type MailboxStatus,
  type MailStore,
  type Position,
  startMailbox,
} from '#main/mail/server/mailbox.ts';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { noMailServer, startMailServer, type TestMailServer } from '../../fixtures/mail-server.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import { type ScriptedServer, startScriptedImap } from '../../fixtures/scripted-mail.ts';

const WITHIN = { timeout: 40_000 };
const log = pino({ level: 'silent' });

/** Mails on a disk that may be full. */
function memoryStore() {
  const taken: FetchedMail[] = [];
  let position: Position | undefined;
  let isFull = false;
  let refused = 0;
  const store: MailStore = {
    position: async () => position,
    begin: async (begun) => void (position = begun),
    take: async (mail) => {
      if (isFull) {
        refused += 1;
        throw new Error('The disk is full');
      }
      taken.push(mail);
      position = mail.position ?? position;
    },
  };
  return {
    store,
    taken,
    subjects: () => taken.map(({ source }) => /^Subject: (.*?)\r?$/m.exec(Buffer.from(source).toString())?.[1]),
    position: () => position,
    refused: () => refused,
    setFull: (full: boolean) => (isFull = full),
  };
}

let mails: ReturnType<typeof memoryStore>;
let statuses: MailboxStatus[];
let stops: (() => Promise<void>)[];
beforeEach(() => {
  mails = memoryStore();
  statuses = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
});

function open(account: MailAccount, more: Partial<Parameters<typeof startMailbox>[0]> = {}) {
  const mailbox = startMailbox({
    account,
    mails: mails.store,
    onStatus: (status) => void statuses.push(status),
    clock: systemClock,
    log,
    ...more,
  });
  stops.push(mailbox.stop);
  return mailbox;
}

const mail = (subject: string): string =>
  `Message-ID: <${subject}@customer.test>\r\nFrom: ann@customer.test\r\nSubject: ${subject}\r\n\r\nHello\r\n`;

describe.skipIf(noMailServer !== undefined)(
  `a folder of a real server${noMailServer === undefined ? '' : `: ${noMailServer}`}`,
  () => {
    let server: TestMailServer;
    let names = 0;
    beforeAll(async () => void (server = await startMailServer()));
    afterAll(() => server.remove());
    const newBox = async () => {
      names += 1;
      const name = `help${names}`;
      return { name, account: await server.account(name), deliver: (text: string) => server.deliver(name, mail(text)) };
    };
    const opened = (account: MailAccount, more: Partial<Parameters<typeof startMailbox>[0]> = {}) =>
      open(account, { root: server.root, ...more });

    test('with 1,000 mails: none of them is taken, all that come are, at once and in order, and none twice', async () => {
      const { account, deliver, name } = await newBox();
      for (let count = 0; count < 1000; count += 1) await deliver(`old ${count}`);
      const first = opened(account);
      expect((await first.look()).state).toBe('open');
      expect(mails.position()?.uid).toBe(1000);
      for (const subject of ['1', '2', '3']) await deliver(subject);
      await vi.waitFor(() => expect(mails.subjects()).toEqual(['1', '2', '3']), WITHIN);
      await first.stop();
      await deliver('4');
      await opened(account).look();
      expect(mails.subjects()).toEqual(['1', '2', '3', '4']);
      expect(mails.taken.map(({ position }) => position?.uid)).toEqual([1001, 1002, 1003, 1004]);
      // No flag was set.
      expect(server.files(name).filter((file) => /:2,.+$/.test(file))).toEqual([]);
    });

    test('with mails of the last days, if asked: those, too', async () => {
      const { account, deliver } = await newBox();
      for (let count = 0; count < 300; count += 1) await deliver(`old ${count}`);
      const mailbox = opened(account);
      await mailbox.look();
      expect(mails.subjects()).toEqual([]);
      await mailbox.look({ days: 7 });
      expect(mails.subjects().join()).toBe(Array.from({ length: 300 }, (_none, count) => `old ${count}`).join());
      expect(mails.position()?.uid).toBe(300);
    });

    test('that numbers its mails anew: what may be unknown comes again, without a position, and then what is new', async () => {
      const { account, deliver, name } = await newBox();
      await deliver('before');
      const mailbox = opened(account, { clock: createQuickClock() });
      await mailbox.look();
      await deliver('seen');
      await vi.waitFor(() => expect(mails.subjects()).toEqual(['seen']), WITHIN);
      const known = mails.position();
      await server.imap.kill();
      await server.renumber(name);
      await deliver('meanwhile');
      await server.imap.start();
      await vi.waitFor(() => expect(mails.position()?.validity).not.toBe(known?.validity), WITHIN);
      expect(new Set(mails.subjects().slice(1))).toEqual(new Set(['before', 'meanwhile', 'seen']));
      expect(mails.taken.slice(1).map(({ position }) => position)).toEqual([undefined, undefined, undefined]);
      await deliver('after');
      await vi.waitFor(() => expect(mails.subjects().at(-1)).toBe('after'), WITHIN);
      expect(mails.taken).toHaveLength(5);
    });

    test('whose mail cannot be stored: it comes again, and none after it before', async () => {
      const { account, deliver } = await newBox();
      const mailbox = opened(account, { clock: createQuickClock() });
      await mailbox.look();
      mails.setFull(true);
      await deliver('1');
      await deliver('2');
      await vi.waitFor(() => expect(mails.refused()).toBeGreaterThan(1), WITHIN);
      expect(mailbox.status()).toMatchObject({ state: 'failed', problem: undefined });
      mails.setFull(false);
      await vi.waitFor(() => expect(mails.subjects()).toEqual(['1', '2']), WITHIN);
      await vi.waitFor(() => expect(mailbox.status().state).toBe('open'), WITHIN);
    });

    test('with a mail above 50 MB: only its headers come', async () => {
      const { account, deliver, name } = await newBox();
      const mailbox = opened(account);
      await mailbox.look();
      await server.deliver(name, Buffer.concat([Buffer.from(mail('large')), Buffer.alloc(51 * 1024 * 1024, 'x\r\n')]));
      await deliver('small');
      await vi.waitFor(() => expect(mails.subjects()).toEqual(['large', 'small']), WITHIN);
      const [large, small] = mails.taken;
      expect(large?.kind).toBe('tooLarge');
      expect(Buffer.from(large?.source ?? []).toString()).toBe(mail('large').replace('Hello\r\n', ''));
      expect(small?.kind).toBe('whole');
    });

    test(
      'that is killed or stands still at any time: each mail comes once',
      { timeout: 120_000, tags: ['thorough'] },
      async () => {
        const { account, deliver } = await newBox();
        const mailbox = opened(account, { clock: createQuickClock(30) });
        await mailbox.look();
        const subjects: string[] = [];
        for (let round = 0; round < 4; round += 1) {
          for (let count = 0; count < 20; count += 1) {
            subjects.push(`${round}-${count}`);
            await deliver(`${round}-${count}`);
          }
          await vi.waitFor(() => expect(mails.taken.length).toBeGreaterThan(round * 20), WITHIN);
          if (round % 2 === 0) {
            await server.imap.kill();
            await server.imap.start();
          } else {
            server.imap.pause();
            expect(await mailbox.look()).toMatchObject({ state: 'failed', problem: 'timeout' });
            server.imap.resume();
          }
          await vi.waitFor(() => expect(mails.subjects()).toEqual(subjects), WITHIN);
        }
        expect(new Set(mails.taken.map(({ position }) => position?.uid)).size).toBe(80);
      },
    );

    test('that does not exist, and a wrong password: said plainly, without the password', async () => {
      const { account } = await newBox();
      const missing = opened({ ...account, folder: 'Orders' });
      expect(await missing.look()).toMatchObject({ state: 'failed', problem: 'folderMissing' });
      const wrong = opened({ ...account, imap: { ...account.imap, password: 'not-the-password' } });
      expect(await wrong.look()).toMatchObject({ state: 'failed', problem: 'password' });
      expect(JSON.stringify(statuses)).not.toContain('not-the-password');
    });

    test.each([
      ['by STARTTLS', 'startTls', undefined],
      ['without TLS, on this computer', 'none', undefined],
      ['with a certificate of nobody who is trusted', 'implicit', 'certificate'],
    ] as const)('is opened %s', async (_how, security, problem) => {
      const account = await server.account(`help-${security.toLowerCase()}`, security);
      const mailbox = opened(account, problem === undefined ? {} : { root: undefined });
      expect(await mailbox.look()).toMatchObject({ state: problem === undefined ? 'open' : 'failed', problem });
    });
  },
);

describe('a folder of a server', () => {
  const accountOf = ({ server }: ScriptedServer): MailAccount => ({
    address: 'help@shop.test',
    folder: 'INBOX',
    imap: server,
    smtp: server,
  });
  const scripted = async (script: Parameters<typeof startScriptedImap>[0]): Promise<ScriptedServer> => {
    const server = await startScriptedImap(script);
    stops.push(server.remove);
    return server;
  };
  const times = (server: ScriptedServer, command: string): number =>
    server.heard.filter((line) => line.includes(command)).length;

  test('that falls silent in IDLE is asked after 5 minutes, left, and opened again', async () => {
    const clock = createFakeClock();
    const inbox = [mail('old')];
    const server = await scripted({
      mails: inbox,
      // The first connection dies without a word while it is listened to.
      instead: (command) =>
        server.connections() === 1 && command !== 'IDLE' && times(server, 'IDLE') > 0 ? 'silent' : undefined,
    });
    const mailbox = open(accountOf(server), { clock });
    await mailbox.look();
    await vi.waitFor(() => expect(times(server, 'IDLE')).toBe(1), WITHIN);
    inbox.push(mail('new'));
    await clock.advance(4 * 60_000);
    expect(mailbox.status().state).toBe('open');
    await clock.advance(60_000);
    await clock.advance(61_000);
    expect(mailbox.status()).toMatchObject({ state: 'failed', problem: 'timeout' });
    await vi.waitFor(async () => {
      await clock.advance(1000);
      expect(mails.subjects()).toEqual(['new']);
    }, WITHIN);
    expect(mailbox.status().state).toBe('open');
    expect(server.connections()).toBe(2);
  });

  test('that cuts connections off, while it is listened to and before: opened again, and no error ends the process', async () => {
    const inbox = [mail('old')];
    const server = await scripted({
      mails: inbox,
      instead: (command, _line, { socket }) =>
        command === 'LOGIN' && server.connections() === 2 ? socket.resetAndDestroy() : undefined,
    });
    const mailbox = open(accountOf(server), { clock: createQuickClock() });
    await mailbox.look();
    await vi.waitFor(() => expect(times(server, 'IDLE')).toBe(1), WITHIN);
    inbox.push(mail('new'));
    server.cut();
    await vi.waitFor(() => expect(mails.subjects()).toEqual(['new']), WITHIN);
    expect(server.connections()).toBe(3);
    expect(statuses.map(({ state }) => state)).toEqual(['open', 'failed', 'open']);
  });

  test.each([
    ['that has no IDLE', 'IMAP4rev1', undefined],
    ['that refuses IDLE', 'IMAP4rev1 IDLE', 'NO not today'],
  ])('%s is asked every minute', async (_what, capabilities, refusal) => {
    const clock = createFakeClock();
    const inbox = [mail('old')];
    const server = await scripted({
      mails: inbox,
      capabilities,
      instead: (command, line, { say }) =>
        refusal !== undefined && command === 'IDLE' ? [say(`${line.split(' ')[0]} ${refusal}`)] : undefined,
    });
    const after = vi.spyOn(clock, 'after');
    await open(accountOf(server), { clock }).look();
    await vi.waitFor(() => expect(after).toHaveBeenLastCalledWith(60_000, expect.anything()), WITHIN);
    inbox.push(mail('new'));
    await clock.advance(50_000);
    expect(mails.taken).toEqual([]);
    await clock.advance(11_000);
    await vi.waitFor(() => expect(mails.subjects()).toEqual(['new']), WITHIN);
  });

  test.each([
    ['new', 0],
    ['of the last days', 7],
  ])('that fails with one mail that is %s: after some time the others no longer wait for it', async (_which, days) => {
    const inbox = [mail('old')];
    const server = await scripted({
      mails: inbox,
      instead: (_command, line, { socket }) =>
        line.includes('UID FETCH 2 ') && line.includes('BODY') ? socket.resetAndDestroy() : undefined,
    });
    if (days > 0) inbox.push(mail('broken'), mail('sound'));
    const mailbox = open(accountOf(server));
    const first = await mailbox.look({ days });
    if (days === 0) inbox.push(mail('broken'), mail('sound'));
    for (let attempt = first.state === 'open' ? 0 : 1; attempt < 10; attempt += 1)
      expect(await mailbox.look()).toMatchObject({ state: 'failed', problem: 'unreachable' });
    expect((await mailbox.look()).state).toBe('open');
    expect(mails.taken.slice(-2).map(({ kind }) => kind)).toEqual(['unreadable', 'whole']);
    expect(mails.subjects().at(-1)).toBe('sound');
    expect(mails.position()?.uid).toBe(3);
  });

  test('elsewhere is not told a password without TLS, nor one that has no TLS', async () => {
    const server = await scripted({});
    const account = accountOf(server);
    const elsewhere = open({ ...account, imap: { ...server.server, host: 'mail.shop.test' } });
    expect(await elsewhere.look()).toMatchObject({ state: 'failed', problem: 'noTls' });
    const required = open({ ...account, imap: { ...server.server, tls: true } });
    expect(await required.look()).toMatchObject({ state: 'failed', problem: 'noTls' });
    expect(server.heard.join('\n')).not.toContain('never-to-be-shown');
    expect(server.heard.join('\n')).not.toContain('LOGIN');
  });

  test('that answers no more does not hold up the end', async () => {
    const server = await scripted({ instead: (command) => (command === 'LOGIN' ? 'silent' : undefined) });
    const mailbox = open(accountOf(server));
    const looking = mailbox.look();
    await vi.waitFor(() => expect(times(server, 'LOGIN')).toBe(1), WITHIN);
    await mailbox.stop();
    expect((await looking).state).toBe('connecting');
    expect((await mailbox.look()).state).toBe('connecting');
  });

  test('that repeats the password in its answer: it is not shown', async () => {
    const server = await scripted({
      instead: (command, line, { say }) =>
        command === 'LOGIN' ? [say(`${line.split(' ')[0]} NO I do not take ${line}`)] : undefined,
    });
    const failed = await open(accountOf(server)).look();
    expect(failed).toMatchObject({ problem: 'password', said: expect.stringContaining('I do not take') });
    expect(JSON.stringify(statuses)).not.toContain('never-to-be-shown');
  });
});
