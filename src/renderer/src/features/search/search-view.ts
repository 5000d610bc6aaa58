import { createListView } from '#renderer/state/page-state.ts';
import type { CustomerSearch, MessageSearch } from './results.tsx';

/** The author: anybody, a kind of author, or `operator:<id>`. */
export type AuthorFilter = 'anybody' | 'customer' | 'operator' | 'bot' | 'note' | `operator:${string}`;

export interface SearchFilter {
  readonly text: string;
  /** its id, or `all` */
  readonly channel: string;
  readonly author: AuthorFilter;
  /** dates as `2026-11-21`, or empty */
  readonly from: string;
  readonly until: string;
  /** only in this chat */
  readonly chat: { readonly id: string; readonly name: string } | undefined;
}

export const EVERYWHERE: Omit<SearchFilter, 'text'> = {
  channel: 'all',
  author: 'anybody',
  from: '',
  until: '',
  chat: undefined,
};

/** The search and its filters. */
export const useSearchView = createListView<SearchFilter>('search', { text: '', ...EVERYWHERE });

/** The input for the engine. */
export function messageSearchInput({ text, channel, author, from, until, chat }: SearchFilter): MessageSearch {
  const operatorId = operatorIn(author);
  return {
    ...customerSearchInput({ text, channel }),
    chatId: chat?.id,
    operatorId,
    from: operatorId === undefined && author !== 'anybody' ? (author as MessageSearch['from']) : undefined,
    since: startOfDay(from, 0),
    until: startOfDay(until, 1),
  };
}

/** Author and dates do not apply to customers. */
export function customerSearchInput({ text, channel }: Pick<SearchFilter, 'text' | 'channel'>): CustomerSearch {
  return { text, channelId: channel === 'all' ? undefined : channel };
}

export function isEverywhere({ channel, author, from, until, chat }: SearchFilter): boolean {
  return channel === 'all' && author === 'anybody' && from === '' && until === '' && chat === undefined;
}

/** The filter without a removed channel or operator. */
export function withoutRemoved(
  filter: SearchFilter,
  channels: readonly string[],
  operators: readonly string[],
): SearchFilter {
  const operator = operatorIn(filter.author);
  return {
    ...filter,
    channel: channels.includes(filter.channel) ? filter.channel : 'all',
    author: operator === undefined || operators.includes(operator) ? filter.author : 'anybody',
  };
}

function operatorIn(author: AuthorFilter): string | undefined {
  return author.startsWith('operator:') ? author.slice('operator:'.length) : undefined;
}

/** Local midnight at the start of a day, plus a number of days. */
function startOfDay(day: string, later: number): number | undefined {
  const parts = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const at = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).getTime();
  return Number.isNaN(at) ? undefined : at;
}
