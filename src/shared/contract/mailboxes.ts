import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { channel } from '#shared/domain/entities.ts';
import { mailAddress, mailServer, mailSettings } from '#shared/domain/mail.ts';
import { nameField, nothing, owner } from './fields.ts';

/** Why a mail server cannot be used. */
export const MAIL_TROUBLES = [
  /** it does not take the user and the password */
  'password',
  'hostNotFound',
  /** it has no encryption, or what it has is none */
  'noTls',
  'certificate',
  /** nothing listens there */
  'refused',
  'timeout',
  'unreachable',
  'folderMissing',
  /** it says why itself */
  'server',
  /** the mail to oneself did not come */
  'notArrived',
  /** the password here can't be read any more: it has to be entered again */
  'passwordLost',
] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** A mailbox, and whether what arrives there is fetched. */
const mailbox = z.object({
  channelId: z.string(),
  address: z.string(),
  state: z.enum(['starting', 'open', 'broken']),
  trouble: z.enum(MAIL_TROUBLES).optional(),
  /** it is with the server that sends */
  isSending: z.literal(true).optional(),
  /** the server's own words */
  said: z.string().optional(),
  /** start of this state */
  since: instant,
  /** answers that wait for the mail server */
  waiting: z.int(),
});
export type MailboxView = z.infer<typeof mailbox>;

/** How an owner gets a password that the provider takes from a program. */
export const MAIL_SIGN_INS = [
  /** the usual password */
  'password',
  /** one for programs, made in the account's settings */
  'appPassword',
  /** one that the provider's own program makes, on this computer */
  'bridge',
  /** none: it only takes signing in on its own pages */
  'none',
] as const;

const foundSettings = z.object({
  /** name of a large provider, if it is one of those */
  provider: z.string().optional(),
  /** if known */
  signIn: z.enum(MAIL_SIGN_INS).optional(),
  /** the provider lets programs in only once its owner has turned that on */
  isOffAtFirst: z.literal(true).optional(),
  /** page of the provider about that */
  help: z.string().optional(),
  imap: mailServer,
  smtp: mailServer,
});
export type FoundMailSettings = z.infer<typeof foundSettings>;

/** What connects a mailbox. Passwords are only ever entered; `smtpPassword`: if it is another one. */
const connecting = z.object({
  address: mailAddress,
  imap: mailServer,
  smtp: mailServer,
  folder: mailSettings.shape.folder,
  password: z.string().max(1000).optional(),
  smtpPassword: z.string().max(1000).optional(),
});
export type MailboxConnecting = z.output<typeof connecting>;

/** Signed in where mail is fetched, and where it is sent; a mail to oneself was taken, and came. */
export const MAIL_STEPS = ['imap', 'smtp', 'sent', 'arrived'] as const;

/** The steps of a test, as far as they went: the last one may have failed. */
const mailTest = z.object({
  steps: z.array(
    z.object({ step: z.enum(MAIL_STEPS), trouble: z.enum(MAIL_TROUBLES).optional(), said: z.string().optional() }),
  ),
  /** mail for `name+tag@domain` arrives, too */
  plusAddresses: z.boolean(),
});
export type MailTest = z.infer<typeof mailTest>;

const channelId = z.object({ channelId: z.string() });

/** The owners' requests about mailboxes. */
export const mailboxRoutes = {
  'mailboxes.list': owner('none', nothing, { mailboxes: z.array(mailbox) }, ['mailboxes']),
  /** asks the address's provider where its servers are; none: they have to be entered */
  'mailboxes.find': owner('none', { address: mailAddress }, { found: foundSettings.optional() }),
  /**
   * Signs in to both servers and sends one mail to the address itself: takes up to two minutes. Without a password, that
   * of the channel. Coded errors: not_found, secret_lost
   */
  'mailboxes.try': owner('none', connecting.extend({ channelId: z.string().optional() }), mailTest),
  /** a new channel, whose mail is fetched from now on */
  'mailboxes.add': owner(
    'added channel',
    connecting.extend({ name: nameField, password: z.string().min(1).max(1000), plusAddresses: z.boolean() }),
    channel,
  ),
  /** an absent password stays. Coded errors: not_found, secret_lost */
  'mailboxes.change': owner(
    'changed channel',
    connecting.partial().extend({ ...channelId.shape, plusAddresses: z.boolean().optional() }),
    channel,
  ),
  /** fetches now, also what came in the last `days`; answers once the server has, or has not. Coded error: not_found */
  'mailboxes.look': owner('none', channelId.extend({ days: z.int().min(1).max(30).optional() }), mailbox),
} as const;
