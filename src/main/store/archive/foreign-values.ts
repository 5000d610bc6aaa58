import { DEVICE_KINDS } from '#shared/contract/devices.ts';
import { author, chatState } from '#shared/domain/entities.ts';
import type { Sqlite } from '../sqlite.ts';
import { tablesOf, unusable } from './validate-database.ts';
import { phrase } from '#shared/locales/phrase.ts';

const json = (column: string, ...kinds: readonly string[]): string =>
  `(${column} IS NULL OR (json_valid(${column}) AND json_type(${column}) IN (${list(kinds)})))`;
const digest = (column: string): string =>
  `(${column} IS NULL OR (octet_length(${column}) = 64 AND length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'))`;
const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** Rules beyond the types of the columns: JSON that is read without checks, digests that become file names. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  settings: ['json_valid(value)'],
  certificates: [json('names', 'array')],
  operators: [json('quiet_hours', 'object')],
  channels: [json('takes', 'array'), json('hours', 'object'), json('greeting', 'object'), json('away', 'object')],
  devices: [`kind IN (${list(DEVICE_KINDS)})`, json('push', 'object')],
  customers: [json('external_id', 'text', 'integer', 'real'), json('given', 'object'), json('filled_by_bot', 'array')],
  chats: [
    `state IN (${list(chatState.options)})`,
    json('before_close', 'object'),
    json('rating', 'object'),
    json('tags', 'array'),
  ],
  messages: [`author IN (${list(author.options)})`, json('fields', 'object'), json('event', 'object')],
  deliveries: ["state IN ('sending', 'delivered', 'failed')", json('body', 'object'), json('error', 'object')],
  bot_events: [json('log', 'array')],
  audit: [json('fields', 'array'), 'count > 0', "ifnull(secret, 'shown') IN ('shown', 'made', 'renewed')"],
  contact_merges: [json('before', 'object'), json('after', 'object')],
  hosted_files: [digest('digest')],
  stickers: [digest('digest')],
  media_files: [digest('digest')],
  media_links: [digest('digest')],
  uploads: [digest('digest')],
};

/**
 * Refuses rows that we could not have written: numbers beyond `largest`, dangling references, and violations of
 * `RULES`. What SQLite checks (types, NOT NULL, unique keys) was checked when they were copied. Coded error:
 * backup_unusable.
 */
export function refuseForeignValues(sqlite: Sqlite, largest: number): void {
  for (const table of tablesOf(sqlite)) {
    const numbers = sqlite.all(`PRAGMA table_info("${table}")`).filter(({ type }) => type === 'INTEGER');
    const rules = [
      ...numbers.map(({ name }) => `ifnull("${String(name)}", 0) BETWEEN -${largest} AND ${largest}`),
      ...(RULES[table] ?? []),
    ];
    if (
      rules.length > 0 &&
      sqlite.get(`SELECT 1 FROM "${table}" WHERE NOT (${rules.join(' AND ')}) LIMIT 1`) !== undefined
    )
      refuse();
  }
  if (sqlite.get('SELECT 1 FROM pragma_foreign_key_check LIMIT 1') !== undefined) refuse();
}

function refuse(): never {
  throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
}
