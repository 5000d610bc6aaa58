import { CONTACT_FIELDS, type ContactField } from '#shared/domain/contact-fields.ts';
import { SEARCHABLE_FIELDS } from '#shared/domain/kinds/kinds.ts';
import { searchWords, type SearchTerm } from '#shared/domain/search-terms.ts';
import type { Message, MessageFields } from '#shared/domain/message.ts';
import { sql, Sql } from '../sql.ts';

/** An index has a row for each of these, under its id. */
export type Indexed = 'messages' | 'customers';

/**
 * The words of an index belong to blocks of this many ids: each starts with its block's number. So a query costs as
 * much as a block, however many rows there are, and the newest block is searched first.
 */
export const BLOCK_SIZES: Readonly<Record<Indexed, number>> = { messages: 32_768, customers: 8192 };

/** Marks for author and place: `a` author, `o` operator, `c` channel. */
type Mark = `${'a' | 'o' | 'c'}${string}`;

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

/** A message with its searchable data. */
export interface SearchedMessage {
  readonly id: string;
  readonly author: Message['from'];
  readonly text?: string;
  readonly fields?: MessageFields;
  readonly event?: object;
  readonly operatorId?: string;
  readonly channelId: string;
}

/** Messages with all their searchable data. */
export const SEARCHED_MESSAGES = sql`
  SELECT messages.id, messages.text, messages.fields, messages.author, messages.operator_id, messages.event, chats.channel_id
  FROM messages JOIN chats ON chats.id = messages.chat_id`;

/** The searchable parts of a message, in display order. */
export function searchableParts({ text, fields }: Pick<SearchedMessage, 'text' | 'fields'>): readonly string[] {
  return [text ?? fields?.markdown, ...SEARCHABLE_FIELDS.map((name) => fields?.[name])]
    .filter((part) => part != null)
    .map(String);
}

/** Customers with all their searchable data. */
export const SEARCHED_CUSTOMERS = new Sql(
  `SELECT id, ${CONTACT_FIELDS.join(', ')}, external_id, channel_id FROM customers`,
);

/** A row of `SEARCHED_CUSTOMERS`. */
export type SearchedCustomer = { readonly [F in ContactField]?: string } & {
  readonly id: string;
  readonly externalId: string;
  readonly channelId: string;
};

/** What a row has in its index. */
export interface Tokens {
  readonly block: number;
  readonly words: ReadonlySet<string>;
  readonly marks: readonly string[];
}

export function messageTokens(row: SearchedMessage): Tokens {
  const { id, author, channelId, operatorId } = row;
  return {
    block: blockOf('messages', Number(id)),
    words: new Set(searchableParts(row).flatMap(wordsOf)),
    marks: [
      authorMark(author),
      channelMark(channelId),
      ...(operatorId === undefined ? [] : [operatorMark(operatorId)]),
    ],
  };
}

/** Words, every end of the phone number, and the channel. */
export function customerTokens(row: SearchedCustomer): Tokens {
  const words = [...CONTACT_FIELDS, 'externalId' as const].flatMap((field) => wordsOf(row[field] ?? ''));
  const digits = digitsOf(row.phone ?? '');
  const ends = Array.from({ length: Math.max(0, digits.length - PHONE_END + 1) }, (_, at) => `p${digits.slice(at)}`);
  return {
    block: blockOf('customers', Number(row.id)),
    words: new Set([...words, ...ends]),
    marks: [channelMark(row.channelId)],
  };
}

function wordsOf(text: string): readonly string[] {
  return searchWords(text).map(({ word }) => `w${word}`);
}

/** The tokens as they stand in the index. */
export function inBlock(tokens: Iterable<string>, block: number): readonly string[] {
  const name = blockName(block);
  return Array.from(tokens, (token) => name + token);
}

interface WantedToken {
  readonly text: string;
  readonly isPrefix?: boolean;
}

/** What a row must have to be found in a block: all of the marks, and either all of the words or one of the others. */
export interface Wanted {
  readonly words: readonly WantedToken[];
  readonly orOne: readonly WantedToken[];
  readonly marks: readonly Mark[];
}

/** The words of a query; `phone` is a run of digits. */
export function wantedOf(terms: readonly SearchTerm[], marks: readonly Mark[], phone?: string): Wanted {
  const words = terms.flatMap(({ words: texts, isPrefix }) =>
    texts.map((word, index) => ({ text: `w${word}`, isPrefix: isPrefix && index === texts.length - 1 })),
  );
  return { words, orOne: phone === undefined ? [] : [{ text: `p${phone}`, isPrefix: true }], marks };
}

/** How a database writes queries to its index. */
export interface QuerySyntax {
  readonly and: string;
  readonly or: string;
  readonly token: (token: string, isPrefix: boolean) => string;
}

/** A query to the index, for some blocks; without words, for anything with these marks. */
export function queryText(
  { words, orOne, marks }: Wanted,
  blocks: readonly number[],
  { and, or, token }: QuerySyntax,
): string {
  const ofBlock = (block: number): string => {
    const name = blockName(block);
    const write = ({ text, isPrefix = false }: WantedToken): string => token(name + text, isPrefix);
    const either = [`(${words.map(write).join(and)})`, ...orOne.map(write)].join(or);
    return [...(words.length === 0 ? [] : [`(${either})`]), ...marks.map((text) => write({ text }))].join(and);
  };
  return blocks.map((block) => `(${ofBlock(block)})`).join(or);
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

export function blockOf(indexed: Indexed, id: number): number {
  return Math.floor(id / BLOCK_SIZES[indexed]);
}

function blockName(block: number): string {
  return block.toString(36).padStart(4, '0');
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
