import { countHeard, listBotTurns, listSendingEvents, listUnansweredBotChats } from './bots.ts';
import { listChats, countChats, getChat, listCustomerChats, countOpenChats } from './chats.ts';
import { customerOfChat, listMessages, listSending, openChatOf } from './messages.ts';
import { findRatingPage, listRatings } from './ratings.ts';

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
  listSendingEvents,
  listUnansweredBotChats,
  countHeard,
  listBotTurns,
  findRatingPage,
  listRatings,
} as const;

export type Queries = typeof queries;
