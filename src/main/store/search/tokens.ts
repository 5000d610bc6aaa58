import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import { SEARCHABLE_FIELDS } from '#shared/domain/kinds/kinds.ts';
import { searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { Row } from '../sqlite.ts';
import type { MessageFields } from '#shared/domain/message.ts';

/**
 * The index is one table, but its words belong to blocks of rows: each starts with its block's number. So a query costs
 * as much as a block, however many messages there are, and the newest block is searched first.
 */
export interface Blocks {
  readonly table: 'search_messages' | 'search_customers';
  /** rows of a block */
  readonly size: number;
}

export const MESSAGE_BLOCKS: Blocks = { table: 'search_messages', size: 32_768 };
export const CUSTOMER_BLOCKS: Blocks = { table: 'search_customers', size: 8192 };

/** Marks for author and place of a message: `a` author, `o` operator, `c` channel. */
export type Mark = `${'a' | 'o' | 'c'}${string}`;

/** Minimum digits to find a phone number by its end. */
const PHONE_END = 4;

export function authorMark(author: string): Mark {
  return `a${hex(author)}`;
}

export function operatorMark(operatorId: string): Mark {
  return `o${hex(operatorId)}`;
}

export function channelMark(channelId: string): Mark {
  return `c${hex(channelId)}`;
}

/** The searchable parts of a message, in display order. */
export function searchableParts(row: Row): readonly string[] {
  const fields = row['fields'] == null ? undefined : (JSON.parse(String(row['fields'])) as MessageFields);
  return [row['text'] ?? fields?.markdown, ...SEARCHABLE_FIELDS.map((name) => fields?.[name])]
    .filter((part) => part != null)
    .map(String);
}

/** The tokens of a message; `row` has id, text, fields, author, operator_id and channel_id. */
export function messageTokens(row: Row): string {
  const tokens = new Set(searchableParts(row).flatMap((part) => searchWords(part).map(({ word }) => `w${word}`)));
  tokens.add(authorMark(String(row['author'])));
  tokens.add(channelMark(String(row['channel_id'])));
  if (row['operator_id'] != null) tokens.add(operatorMark(String(row['operator_id'])));
  return inBlock([...tokens], MESSAGE_BLOCKS, Number(row['id']));
}

/** Customers with all their searchable data. */
export const SEARCHABLE_CUSTOMERS = `SELECT id, ${CONTACT_FIELDS.join(', ')}, external_id, channel_id FROM customers`;

/** The tokens of a customer, a row of `SEARCHABLE_CUSTOMERS`: words, every end of the phone number, and the channel. */
export function customerTokens(row: Row): string {
  const words = [...CONTACT_FIELDS, 'external_id'].flatMap((field) =>
    searchWords(String(row[field] ?? '')).map(({ word }) => `w${word}`),
  );
  const digits = digitsOf(String(row['phone'] ?? ''));
  const ends = Array.from({ length: Math.max(0, digits.length - PHONE_END + 1) }, (_, at) => `p${digits.slice(at)}`);
  return inBlock(
    [...new Set([...words, ...ends, channelMark(String(row['channel_id']))])],
    CUSTOMER_BLOCKS,
    Number(row['id']),
  );
}

/** A query to the index of messages, for one block. */
export function messageQuery(terms: readonly SearchTerm[], marks: readonly Mark[], block: number): string {
  return [...termTokens(terms, block), ...marks.map((mark) => quoted(mark, block))].join(' AND ');
}

/** A query to the index for anything with these marks, for one block. */
export function marksQuery(marks: readonly Mark[], block: number): string {
  return marks.map((mark) => quoted(mark, block)).join(' AND ');
}

/** A query to the index of customers, for one block; `phone` is a run of digits. */
export function customerQuery(
  terms: readonly SearchTerm[],
  marks: readonly Mark[],
  phone: string | undefined,
  block: number,
): string {
  const byWords = termTokens(terms, block).join(' AND ');
  const either = phone === undefined ? byWords : `((${byWords}) OR ${quoted(`p${phone}`, block)} *)`;
  return [either, ...marks.map((mark) => quoted(mark, block))].join(' AND ');
}

/** The digits of what may be a phone number or a part of one. */
export function phoneDigits(text: string): string | undefined {
  if (!/^[\s\d()+./-]+$/u.test(text)) return undefined;
  const digits = digitsOf(text);
  return digits.length >= PHONE_END ? digits : undefined;
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '').slice(0, 32);
}

export function blockOf({ size }: Blocks, id: number): number {
  return Math.floor(id / size);
}

function termTokens(terms: readonly SearchTerm[], block: number): string[] {
  return terms.flatMap(({ words, isPrefix }) =>
    words.map((word, place) => `${quoted(`w${word}`, block)}${isPrefix && place === words.length - 1 ? ' *' : ''}`),
  );
}

function inBlock(tokens: readonly string[], blocks: Blocks, id: number): string {
  const block = blockName(blockOf(blocks, id));
  return tokens.map((token) => block + token).join(' ');
}

/** Tokens are letters, digits and their marks, so they contain no quote. */
function quoted(token: string, block: number): string {
  return `"${blockName(block)}${token}"`;
}

function blockName(block: number): string {
  return block.toString(36).padStart(4, '0');
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
