import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { job } from './jobs.ts';
import { phraseSchema, rule, storedPhrase } from '#shared/domain/phrase.ts';

/** Whom the settings of a backup would have believed, or let into this computer's own network, and this installation did not. */
export const DISTRUSTED = ['proxies', 'ownNetwork', 'authority'] as const;
export type Distrusted = (typeof DISTRUSTED)[number];

/** What is set about backups, and its rules. */
export const backupFields = {
  /** a folder of this computer; null: `backups` below the data folder */
  folder: z.string().trim().max(1024).nullable(),
  every: z.enum(['never', 'day', 'week']),
  /** of the computer's own clock */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule('fieldRules:time')),
  /** 0: Sunday */
  weekday: z.number().int().min(0).max(6),
  /** scheduled backups that are kept */
  keep: z
    .number()
    .int()
    .min(1, rule('fieldRules:least.text', { least: 1 }))
    .max(365, rule('fieldRules:most.text', { most: 365 })),
  withMedia: z.boolean(),
} as const;

export const backupSettings = z.object({
  folder: backupFields.folder.default(null),
  every: backupFields.every.default('never'),
  time: backupFields.time.default('03:00'),
  weekday: backupFields.weekday.default(1),
  keep: backupFields.keep.default(7),
  withMedia: backupFields.withMedia.default(true),
  /** the schedule counts from here */
  since: instant.default(0),
  /** the last time that it was the schedule's turn, and what went wrong then */
  last: z.object({ at: instant, problem: storedPhrase.optional() }).optional().catch(undefined),
});
export type BackupSettings = z.infer<typeof backupSettings>;

/** `hand`: somebody asked for it; `before_restore`: what a restore replaced; `added`: brought here as a file */
export const backupKind = z.enum(['hand', 'scheduled', 'before_restore', 'added']);
export type BackupKind = z.infer<typeof backupKind>;

export const backupFile = z.object({ name: z.string(), kind: backupKind, madeAt: instant, size: z.number().int() });
export type BackupFile = z.infer<typeof backupFile>;

/** What a backup says of itself. */
export const backupPreview = z.object({
  name: z.string(),
  size: z.number().int(),
  madeAt: instant,
  /** of Counterbell */
  version: z.string(),
  /** made by a newer Counterbell: it cannot be restored here */
  isNewer: z.boolean(),
  /** of this very installation */
  isOurs: z.boolean(),
  withMedia: z.boolean(),
  /** `none`: left out; `passphrase`: under one; `host`: only this computer's own key opens them */
  secrets: z.enum(['none', 'passphrase', 'host']),
  counts: z.object({
    customers: z.number().int(),
    chats: z.number().int(),
    messages: z.number().int(),
    media: z.number().int(),
    mediaBytes: z.number().int(),
    channels: z.number().int(),
    bots: z.number().int(),
    operators: z.number().int(),
  }),
});
export type BackupPreview = z.infer<typeof backupPreview>;

/** At least twelve characters; how good it is, the console says. */
export const passphrase = z
  .string()
  .min(12, rule('fieldRules:least.characters', { least: 12 }))
  .max(1024);

const name = z.object({ name: z.string().max(200) });

/** Backups of everything, and the way back. */
export const backupRoutes = {
  'backups.list': {
    input: z.object({}),
    output: z.object({
      settings: backupSettings,
      /** where they are, in full */
      folder: z.string(),
      /** newest first */
      backups: z.array(backupFile),
      /** when it is the schedule's turn */
      nextAt: instant.optional(),
      /** why the folder cannot be read */
      problem: phraseSchema.optional(),
      /** this installation was put in place of another: from what, and what was kept of it */
      restored: z
        .object({ at: instant, from: z.string(), kept: z.string(), distrusted: z.array(z.enum(DISTRUSTED)) })
        .optional(),
    }),
  },
  /** Coded error: invalid_input, where the folder cannot be written to */
  'backups.change': { input: z.object(backupFields).partial(), output: backupSettings },
  /** Coded error: job_running */
  'backups.make': { input: z.object({ withMedia: z.boolean(), passphrase: passphrase.optional() }), output: job },
  /** Coded errors: not_found, backup_unusable */
  'backups.preview': { input: name, output: backupPreview },
  /**
   * Makes a backup of the present, then puts this one in its place and starts the engine again.
   * Without the passphrase secrets stay those of this installation, or have to be given again.
   * Coded errors: not_found, backup_unusable, invalid_input (passphrase), job_running
   */
  'backups.restore': { input: name.extend({ passphrase: z.string().max(1024).optional() }), output: job },
  'backups.remove': { input: name, output: z.object({}) },
} as const;

const customer = z.object({ customerId: z.string(), withMerged: z.boolean().optional() });

/** What the law lets a customer ask for. */
export const privacyRoutes = {
  /** all that is known of a customer in one zip file. Coded errors: not_found, job_running */
  'privacy.exportCustomer': { input: customer, output: job },
  /** what would go. Coded error: not_found */
  'privacy.previewErase': {
    input: customer,
    output: z.object({
      name: z.string(),
      /** merged with this one, each by the name it is known by */
      merged: z.array(z.object({ id: z.string(), name: z.string() })),
      chats: z.number().int(),
      messages: z.number().int(),
      files: z.number().int(),
      /** backups that still hold this customer */
      backups: z.number().int(),
    }),
  },
  /** for good; `confirmation` is the name that the preview shows. Coded errors: not_found, invalid_input, job_running */
  'privacy.eraseCustomer': { input: customer.extend({ confirmation: z.string().max(300) }), output: job },
} as const;
