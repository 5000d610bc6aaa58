import { countHeard, listBotTurns, listSendingEvents, listUnansweredBotChats } from './bots.ts';
import { listChats, countChats, getChat, listCustomerChats, countOpenChats } from './chats.ts';
import { filesOfMessage, findHostedFile } from './hosted-files.ts';
import { askedMedia, countMedia, findMediaFile, findUpload, listLeastUsedMedia, listUnknownMedia } from './media.ts';
import { customerOfChat, findReply, listMessages, listSending, openChatOf } from './messages.ts';
import { findRatingPage, listRatings } from './ratings.ts';
import { listSavedReplies } from './saved-replies.ts';
import { findSticker, listStickers } from './stickers.ts';

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
  askedMedia,
  findMediaFile,
  countMedia,
  listLeastUsedMedia,
  listUnknownMedia,
  findUpload,
  findReply,
  findHostedFile,
  filesOfMessage,
  findSticker,
  listStickers,
  listSavedReplies,
} as const;

export type Queries = typeof queries;
