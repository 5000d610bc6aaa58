import { describe, expect, it, test } from 'vitest';
import type { FoundMailSettings } from '#shared/contract/mailboxes.ts';
import { accountForm, connectingOf, guessedServers, newAccountForm, providerSteps, typedAccount } from './servers.ts';

const guessed = guessedServers('help@shop.example');
const typed = typedAccount('help@shop.example', guessed);

describe('an email account as typed', () => {
  it('is what the engine takes, without passwords that were left empty', () => {
    expect(connectingOf(accountForm.parse(typed))).toEqual({
      address: 'help@shop.example',
      folder: 'INBOX',
      imap: { host: 'imap.shop.example', port: 993, user: 'help@shop.example', tls: true },
      smtp: { host: 'smtp.shop.example', port: 465, user: 'help@shop.example', tls: true },
    });
    const both = { ...typed, password: 'secret', smtpPassword: 'other' };
    expect(connectingOf(both, 'Shop')).toMatchObject({ folder: 'Shop', password: 'secret', smtpPassword: 'other' });
  });

  it('is encrypted, except with a server on this computer', () => {
    const plain = { ...typed, imapTls: false, smtpTls: false, smtpHost: '127.0.0.1' };
    expect(connectingOf(plain).imap.tls).toBe(true);
    expect(connectingOf(plain).smtp.tls).toBe(false);
  });

  test.each(['0', '65536', 'imap', '', '9 93'])('has no port %j', (imapPort) => {
    expect(accountForm.safeParse({ ...typed, imapPort }).success).toBe(false);
  });

  it('needs a password when it is new', () => {
    expect(newAccountForm.safeParse(typed).success).toBe(false);
    expect(newAccountForm.safeParse({ ...typed, password: 'secret' }).success).toBe(true);
  });
});

test.each<[Partial<FoundMailSettings>, ReturnType<typeof providerSteps>]>([
  [{}, undefined],
  [{ signIn: 'password' }, undefined],
  [
    { signIn: 'appPassword', provider: 'Gmail' },
    { need: 'appPassword', known: 'gmail' },
  ],
  [
    { signIn: 'appPassword', provider: 'Zoho', isOffAtFirst: true },
    { need: 'appPassword', known: undefined },
  ],
  [
    { signIn: 'password', provider: 'WEB.DE', isOffAtFirst: true },
    { need: 'off', known: 'gmx' },
  ],
  [
    { signIn: 'none', provider: 'Microsoft' },
    { need: 'none', known: undefined },
  ],
])('what is to be done at a provider with %o', (found, steps) => {
  expect(providerSteps({ ...guessed, ...found })).toEqual(steps);
});
