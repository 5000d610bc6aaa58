import { z } from 'zod';
import { enteredText, rule } from './phrase.ts';

/** An address of the usual form; whether it exists, only a mail can tell. */
export const mailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/, rule('errors:rules.mail.address'));

/** Seconds after which an answer follows a visitor who has left. */
export const FOLLOW_UP_AFTER = { least: 30, most: 24 * 60 * 60, usual: 120 } as const;

/** A mail server that takes our sign-in. */
export const mailServer = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(255)
    .regex(/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/, rule('errors:rules.mail.host')),
  port: z.int().min(1).max(65_535),
  user: z.string().trim().min(1).max(254),
  /** false only on this computer: passwords go nowhere unencrypted */
  tls: z.boolean().default(true),
});
export type MailServer = z.infer<typeof mailServer>;

/** The settings of a channel of the kind `email`: a mailbox. Its passwords are the channel's secret. */
export const mailSettings = z.object({
  address: mailAddress.default('nobody@localhost'),
  imap: mailServer.default({ host: 'localhost', port: 993, user: 'nobody', tls: true }),
  smtp: mailServer.default({ host: 'localhost', port: 465, user: 'nobody', tls: true }),
  /** where new mail arrives */
  folder: z.string().trim().min(1).max(255).default('INBOX'),
  /** the server takes mail for `name+tag@domain` as for `name@domain`: a test has shown it */
  plusAddresses: z.boolean().default(false),
  /** what arrives, and answers nothing of ours, becomes a chat */
  becomesChat: z.boolean().default(false),
  /** answers follow visitors of websites who have left, so many seconds later */
  answersLeft: z.boolean().default(true),
  followUpAfter: z.int().min(FOLLOW_UP_AFTER.least).max(FOLLOW_UP_AFTER.most).default(FOLLOW_UP_AFTER.usual),
  /** as customers see it; empty: the channel's name */
  senderName: enteredText(100).default(''),
  /** below each answer */
  signature: enteredText(1000).default(''),
  /** of the words around an answer; null: the installation's */
  language: z.string().nullable().default(null),
});
export type MailSettings = z.infer<typeof mailSettings>;
