import { listChats, countChats, getChat, listCustomerChats, countOpenChats } from './chats.ts';
import { listJournal } from './journal.ts';
import { customerOfChat, listMessages, listSending, openChatOf } from './messages.ts';

/** Everything that may be read, by name. */
export const queries = {
  listChats,
  countChats,
  countOpenChats,
  getChat,
  listCustomerChats,
  listMessages,
  listSending,
  openChatOf,
  customerOfChat,
  listJournal,
} as const;

export type Queries = typeof queries;
