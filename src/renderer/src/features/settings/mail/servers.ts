import { z } from 'zod';
import type { FoundMailSettings, MailboxConnecting } from '#shared/contract/mailboxes.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { mailAddress, type MailServer, mailServer, mailSettings } from '#shared/domain/mail.ts';
import { rule } from '#shared/domain/phrase.ts';

const port = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/, rule('errors:rules.port'))
  .refine((typed) => mailServer.shape.port.safeParse(Number(typed)).success, rule('errors:rules.port'));
const user = z.string().trim().min(1, rule('errors:rules.mail.user')).max(254);
const password = z.string().max(1000);

/** What connects an email address, as typed. Passwords may be empty where others are stored. */
export const accountForm = z.object({
  address: mailAddress,
  password,
  imapHost: mailServer.shape.host,
  imapPort: port,
  imapUser: user,
  imapTls: z.boolean(),
  smtpHost: mailServer.shape.host,
  smtpPort: port,
  smtpUser: user,
  smtpTls: z.boolean(),
  smtpPassword: password,
});
export type AccountForm = z.infer<typeof accountForm>;

/** The same of an address that is new here. */
export const newAccountForm = accountForm.extend({
  password: password.min(1, rule('errors:rules.mail.password')),
});

/** The form with an address and what is known of its servers. */
export function typedAccount(address: string, { imap, smtp }: Pick<FoundMailSettings, 'imap' | 'smtp'>): AccountForm {
  return {
    ...{ address, password: '', smtpPassword: '' },
    ...{ imapHost: imap.host, imapPort: String(imap.port), imapUser: imap.user, imapTls: imap.tls },
    ...{ smtpHost: smtp.host, smtpPort: String(smtp.port), smtpUser: smtp.user, smtpTls: smtp.tls },
  };
}

/** Where servers of an address usually are. */
export function guessedServers(address: string): Pick<FoundMailSettings, 'imap' | 'smtp'> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    imap: { host: `imap.${domain}`, port: 993, user: address, tls: true },
    smtp: { host: `smtp.${domain}`, port: 465, user: address, tls: true },
  };
}

/** As the engine takes it: an empty password is left out. */
export function connectingOf(form: AccountForm, folder = mailSettings.parse({}).folder): MailboxConnecting {
  const { address, password: typed, smtpPassword } = form;
  return {
    ...{ address, folder },
    imap: { host: form.imapHost, port: Number(form.imapPort), user: form.imapUser, tls: isEncrypted(form, 'imap') },
    smtp: { host: form.smtpHost, port: Number(form.smtpPort), user: form.smtpUser, tls: isEncrypted(form, 'smtp') },
    ...(typed !== '' && { password: typed }),
    ...(smtpPassword !== '' && { smtpPassword }),
  };
}

export type ServerName = 'imap' | 'smtp';

/** True unless the server is on this computer and does without. */
function isEncrypted(form: AccountForm, server: ServerName): boolean {
  return form[`${server}Tls`] || !mayBePlain(form[`${server}Host`]);
}

export function mayBePlain(host: MailServer['host']): boolean {
  return isLoopback(host.trim().toLowerCase());
}

/** Large providers, by their names, whose steps are written down. */
const STEPS = {
  Gmail: 'gmail',
  iCloud: 'icloud',
  Yahoo: 'yahoo',
  AOL: 'yahoo',
  Yandex: 'yandex',
  'Mail.ru': 'mailru',
  GMX: 'gmx',
  'WEB.DE': 'gmx',
} as const;

/** What an owner has to do before the provider takes a password. */
export function providerSteps({ signIn, isOffAtFirst, provider = '' }: FoundMailSettings) {
  const need = signIn !== undefined && signIn !== 'password' ? signIn : isOffAtFirst ? ('off' as const) : undefined;
  const names: Readonly<Record<string, (typeof STEPS)[keyof typeof STEPS]>> = STEPS;
  return need === undefined ? undefined : { need, known: names[provider] };
}
