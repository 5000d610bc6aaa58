import { z } from 'zod';
import { type BackupKind, backupPreview } from '#shared/contract/archive.ts';

/** Limit for one backup. */
export const MAX_ENTRIES = 100_000;
/** Entries of a backup; media files are `media/<two digits>/<digest>`. */
export const ENTRIES = {
  manifest: 'backup.json',
  database: 'counterbell.db',
  secrets: 'secrets.json',
} as const;
export const MEDIA_ENTRY = /^media\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;

/** The first entry of a backup, describing it. */
export const manifest = backupPreview.pick({ madeAt: true, withMedia: true, secrets: true, counts: true }).extend({
  format: z.literal('counterbell-backup'),
  formatVersion: z.literal(1),
  /** Counterbell's version */
  version: z.string().max(100),
  schemaVersion: z.int().min(1),
  installationId: z.uuid(),
});
export type Manifest = z.infer<typeof manifest>;

const SUFFIXES: Readonly<Record<BackupKind, string>> = {
  hand: '',
  scheduled: '-scheduled',
  before_restore: '-before-restore',
  added: '-added',
};
const NAME =
  /^counterbell-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)(-scheduled|-before-restore|-added)?(?:-\d{1,3})?\.zip$/;
/** Suffix of files that are still being written. */
export const PARTIAL = /^counterbell-[\w-]{1,60}\.zip\.partial$/;

/** The name of a backup made at this moment (UTC); `again` tells apart several within one second. */
export function backupName(madeAt: number, kind: BackupKind, duplicate = 0): string {
  const [date = '', time = ''] = new Date(madeAt).toISOString().split('T');
  return `counterbell-${date}-${time.slice(0, 8).replaceAll(':', '')}${SUFFIXES[kind]}${duplicate === 0 ? '' : `-${duplicate}`}.zip`;
}

/** Parses a backup's file name; undefined if it is not one of ours. */
export function readBackupName(name: string): { readonly kind: BackupKind; readonly madeAt: number } | undefined {
  const parts = NAME.exec(name);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, ending = ''] = parts;
  const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const kind = (Object.keys(SUFFIXES) as BackupKind[]).find((candidate) => SUFFIXES[candidate] === ending);
  return Number.isNaN(madeAt) || kind === undefined ? undefined : { kind, madeAt };
}
