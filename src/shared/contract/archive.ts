import { z } from 'zod';
import { nothing, owner, partialChange } from './fields.ts';
import { instant } from '#shared/domain/entities.ts';
import { job } from './jobs.ts';
import { phraseSchema, rule, storedPhrase } from '#shared/domain/phrase.ts';
import { MAX_SELECTED_CHATS } from '#shared/domain/chat-list.ts';

/** Proxies or private networks that the settings of a backup would trust and this installation did not. */
export const DISTRUSTED = ['proxies', 'ownNetwork', 'authority'] as const;
export type Distrusted = (typeof DISTRUSTED)[number];

export const backupSettings = z.object({
  /** folder on this computer; null: `backups` in the data folder */
  folder: z.string().trim().max(1024).nullable().default(null),
  /** at three in the morning by this computer's clock, `week`: on Mondays; the latest seven are kept */
  every: z.enum(['never', 'day', 'week']).default('never'),
  withMedia: z.boolean().default(true),
  /** start of the schedule */
  since: instant.default(0),
  /** the last scheduled run, and its error */
  last: z.object({ at: instant, problem: storedPhrase.optional() }).optional().catch(undefined),
});
export type BackupSettings = z.infer<typeof backupSettings>;

/** Settings that an owner enters. */
export const backupChange = partialChange(backupSettings.omit({ since: true, last: true }));

/** `hand`: started by a person; `before_restore`: the state a restore replaced; `added`: uploaded as a file */
const backupKind = z.enum(['hand', 'scheduled', 'before_restore', 'added']);
export type BackupKind = z.infer<typeof backupKind>;

const backupFile = z.object({ name: z.string(), kind: backupKind, madeAt: instant, size: z.int() });
export type BackupFile = z.infer<typeof backupFile>;

const count = z.int().min(0);

/** The manifest of a backup. */
export const backupPreview = z.object({
  name: z.string(),
  size: z.int(),
  madeAt: instant,
  /** Counterbell version */
  version: z.string(),
  /** made by a newer Counterbell: cannot be restored here */
  isNewer: z.boolean(),
  isOwnInstallation: z.boolean(),
  withMedia: z.boolean(),
  /** `none`: left out; `passphrase`: encrypted with one; `host`: only this computer's key opens them */
  secrets: z.enum(['none', 'passphrase', 'host']),
  counts: z.object({
    customers: count,
    chats: count,
    messages: count,
    media: count,
    mediaBytes: count,
    channels: count,
    bots: count,
    operators: count,
  }),
});
export type BackupPreview = z.infer<typeof backupPreview>;

/** At least twelve characters; the console shows how strong it is. */
const passphrase = z
  .string()
  .min(12, rule('errors:rules.least.characters', { least: 12 }))
  .max(1024);

const name = z.object({ name: z.string().max(200) });

/** Backing up and restoring everything. */
export const backupRoutes = {
  'backups.list': owner(
    'none',
    nothing,
    {
      settings: backupSettings,
      /** absolute path of the folder */
      folder: z.string(),
      /** newest first */
      backups: z.array(backupFile),
      /** time of the next scheduled backup */
      nextAt: instant.optional(),
      /** reason why the folder can't be read */
      problem: phraseSchema.optional(),
      /** a restore replaced this installation: its source, and what was kept from before */
      restored: z
        .object({ at: instant, from: z.string(), previous: z.string(), distrusted: z.array(z.enum(DISTRUSTED)) })
        .optional(),
    },
    ['backups'],
  ),
  /** Coded error: invalid_input, if the folder isn't writable */
  'backups.change': owner('changed backups', backupChange, backupSettings),
  /** Coded error: job_running */
  'backups.make': owner('added backup', { withMedia: z.boolean(), passphrase: passphrase.optional() }, job),
  /** Coded errors: not_found, backup_unusable */
  'backups.preview': owner('none', name, backupPreview, ['backups']),
  /**
   * Backs up the current state, restores this backup and restarts the engine. Without the passphrase, this installation
   * keeps its own secrets, or they have to be entered again. Coded errors: not_found, backup_unusable, invalid_input
   * (passphrase), job_running
   */
  'backups.restore': owner('restored backup', name.extend({ passphrase: z.string().max(1024).optional() }), job),
  'backups.remove': owner('removed backup', name, nothing),
} as const;

const customer = z.object({ customerId: z.string(), withMerged: z.boolean().optional() });

/** A customer's legal rights to their data: access and erasure. */
export const privacyRoutes = {
  /** exports everything known about a customer as one zip file. Coded errors: not_found, job_running */
  'privacy.exportCustomer': owner('exported customer', customer, job),
  /** preview of what would be erased. Coded error: not_found */
  'privacy.previewErase': owner('none', customer, {
    name: z.string(),
    /** names of the customers merged with this one */
    merged: z.array(z.object({ id: z.string(), name: z.string() })),
    chats: z.int(),
    messages: z.int(),
    files: z.int(),
    /** backups that still contain this customer */
    backups: z.int(),
  }),
  /** for good; `confirmation` is the name shown in the preview. Coded errors: not_found, invalid_input, job_running */
  'privacy.eraseCustomer': owner('removed customer', customer.extend({ confirmation: z.string().max(300) }), job),
} as const;

const chatSelection = z.object({ chatIds: z.array(z.string().max(64)).min(1).max(MAX_SELECTED_CHATS) });
export type ChatSelection = z.infer<typeof chatSelection>;

/** Erasing many chats at once. */
export const bulkRoutes = {
  /** number of selected chats; `customers`: those with no other chat, who would be erased too */
  'bulk.preview': owner('none', chatSelection, {
    chats: count,
    open: count,
    messages: count,
    customers: count,
    backups: count,
  }),
  /** for good: the chats, and customers with no other; open chats are closed first. Coded error: job_running */
  'bulk.erase': owner('removed chats', chatSelection, job),
} as const;

export const retentionSettings = z.object({
  /** without activity, until closed chats are erased; 0: never */
  months: z.int().min(0).max(240).default(0),
  /** when this was chosen: the next night is the first */
  since: instant.default(0),
});

const retentionChange = retentionSettings.pick({ months: true }).required();
const retentionView = z.object({
  months: count,
  /** the next night in which old chats are erased */
  nextAt: instant.optional(),
});

/** Erasing old chats at night. */
export const retentionRoutes = {
  'retention.get': owner('none', nothing, retentionView, ['retention']),
  /** number of chats that this would erase by now, and when it would begin */
  'retention.preview': owner('none', retentionChange, { chats: count, nextAt: instant }),
  'retention.change': owner('changed retention', retentionChange, retentionView),
} as const;
