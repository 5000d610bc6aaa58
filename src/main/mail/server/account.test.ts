import { describe, expect, test } from 'vitest';
import { connectSecurely, type MailServer, MailError, type Security, toMailError, withoutPassword } from './account.ts';

const server: MailServer = { host: 'mail.shop.test', port: 993, user: 'help', password: 'secret word', tls: true };
const failure = (properties: object): Error => Object.assign(new Error('LOGIN help "secret word"'), properties);

describe('the failure of a library', () => {
  test.each([
    [{ authenticationFailed: true, serverResponseCode: 'AUTHENTICATIONFAILED' }, 'password'],
    [{ authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }, 'server'],
    [{ code: 'EAUTH', responseCode: 535, response: '535 no' }, 'password'],
    [{ code: 'EAUTH', responseCode: 454, response: '454 not now' }, 'server'],
    [{ code: 'ENOTFOUND' }, 'hostNotFound'],
    [{ code: 'EDNS', originalCode: 'EAI_AGAIN' }, 'hostNotFound'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'refused'],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate'],
    [{ code: 'ETLS', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate'],
    [{ code: 'CERT_HAS_EXPIRED', tlsFailed: true }, 'certificate'],
    [{ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, 'noTls'],
    [{ tlsFailed: true }, 'noTls'],
    [{ code: 'CONNECT_TIMEOUT', _err: failure({ code: 'ETIMEDOUT' }) }, 'timeout'],
    [{ responseText: 'No such folder', mailboxMissing: true }, 'folderMissing'],
    [{ responseText: 'Over quota' }, 'server'],
    [{ code: 'ECONNRESET' }, 'unreachable'],
  ])('%j is told as %s', (properties, problem) => {
    const error = toMailError(failure(properties), server);
    expect(error.problem).toBe(problem);
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('secret word');
  });

  test('that is none is told, too, and what is told already stays as it is', () => {
    expect(toMailError('?', server).problem).toBe('unreachable');
    const told = new MailError('timeout');
    expect(toMailError(told, server)).toBe(told);
  });
});

test('a server’s words are one line, bounded, without the password', () => {
  const plain = Buffer.from('\0help\0secret word').toString('base64');
  const words = `No\r\n"secret word" ${Buffer.from('secret word').toString('base64')} ${plain}\0 ${'x'.repeat(400)}`;
  const shown = withoutPassword(words, server);
  expect(shown).toMatch(/^No "…" … … {2}x+$/);
  expect(shown).toHaveLength(300);
  expect(withoutPassword('as it is', { ...server, password: '' })).toBe('as it is');
});

describe('a connection', () => {
  const tried = async (more: Partial<MailServer>, answers: Partial<Record<Security, string>> = {}) => {
    const attempts: Security[] = [];
    const connecting = connectSecurely({ ...server, ...more }, async (security) => {
      attempts.push(security);
      if (answers[security] !== undefined) throw failure({ code: answers[security] });
    });
    return [
      attempts,
      await connecting.then(
        () => 'open',
        (error: unknown) => toMailError(error, server).problem,
      ),
    ];
  };

  test.each([
    ['is by TLS from the first byte', { port: 993 }, {}, ['implicit'], 'open'],
    ['is by STARTTLS on its ports', { port: 587 }, {}, ['startTls'], 'open'],
    [
      'is by STARTTLS where TLS is not known at first',
      { port: 1143 },
      { implicit: 'EPROTO' },
      ['implicit', 'startTls'],
      'open',
    ],
    ['never goes without', { port: 143 }, { startTls: 'ETLS' }, ['startTls'], 'noTls'],
    ['is not tried again after another failure', {}, { implicit: 'CERT_HAS_EXPIRED' }, ['implicit'], 'certificate'],
    ['goes without TLS on this computer', { host: '127.0.0.1', tls: false }, {}, ['none'], 'open'],
    ['goes without TLS on this computer by IPv6', { host: '::1', tls: false }, {}, ['none'], 'open'],
    ['goes without TLS nowhere else', { host: '192.168.1.2', tls: false }, {}, [], 'noTls'],
    ['is not fooled by a name', { host: '127.0.0.1.shop.test', tls: false }, {}, [], 'noTls'],
  ] as const)('%s', async (_what, more, answers, attempts, outcome) => {
    expect(await tried(more, answers)).toEqual([attempts, outcome]);
  });
});
