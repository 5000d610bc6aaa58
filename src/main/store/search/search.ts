import { z } from 'zod';
import type { ChatHits, CustomerHit } from '#shared/contract/search.ts';
import { author, instant } from '#shared/domain/entities.ts';
import type { Sql } from '../sql.ts';
import type { Indexed, Wanted } from './tokens.ts';

/** Fields of every search. */
const searchFields = {
  /** words, prefixes, or phrases in quotes; case and diacritics are ignored */
  text: z.string().max(500),
  channelId: z.string().max(100).optional(),
  cursor: z.string().optional(),
  limit: z.int().min(1).max(100).default(20),
} as const;

export const customerSearch = z.object(searchFields);
export type CustomerSearch = z.output<typeof customerSearch>;

export const messageSearch = z.object({
  ...searchFields,
  /** only in this chat: each match separately */
  chatId: z.string().optional(),
  from: author.exclude(['system']).optional(),
  /** only by this operator */
  operatorId: z.string().max(100).optional(),
  since: instant.optional(),
  until: instant.optional(),
});
export type MessageSearch = z.output<typeof messageSearch>;

/** A range of ids, both ends excluded. */
export interface IdRange {
  readonly above: number;
  readonly below: number;
}

/** Ids of a range, and the blocks of the index that have them. */
export interface BlockRange extends IdRange {
  readonly blocks: readonly number[];
}

/** A database's own full-text index: which rows have these words. All else about searching is the same for all. */
export interface FullText {
  /** the ids of the rows of a range that are found, newest first, a few at a time */
  readonly find: (indexed: Indexed, wanted: Wanted, range: BlockRange) => AsyncIterable<readonly string[]>;
  /** of how many rows it may be asked at once, in several blocks */
  readonly mostRows: number;
  /** the last message in the index; undefined: they all are in it */
  readonly lastMessage: () => Promise<number | undefined>;
  /** selects the ids of the newest customers that are not in the index as they now are; undefined: all are */
  readonly otherCustomers?: (limit: number) => Sql;
}

/** Coded error: invalid_input, for an invalid cursor. */
export interface Search {
  readonly messages: (search: MessageSearch) => Promise<{
    readonly chats: ChatHits[];
    readonly nextCursor?: string;
    /** share (0 to 1) of the messages that is indexed, while a large history is read for the first time */
    readonly indexed: number;
  }>;
  /** by a contact field (the end of a phone number matches too), or by id; newest first */
  readonly customers: (
    search: CustomerSearch,
  ) => Promise<{ readonly customers: CustomerHit[]; readonly nextCursor?: string }>;
}

/** What keeps up with messages that change. */
export interface SearchIndex {
  /** gives a stored message another text */
  readonly editText: (messageId: string, text: string | undefined) => Promise<void>;
  /** before the messages of these chats are deleted: nothing of them remains */
  readonly forgetMessages: (chatIds: readonly string[]) => Promise<void>;
}
