import { beginEventAttempt, blockBot, endEvent, forgetBotEvents, handOverSilent, noteEventAttempt, refuseEvent, releaseBotChats } from './bot-events.ts';
import { closeChannel, closeChat, markChatRead, reopenChat, returnChatToBot, takeChat, updateCustomer } from './chats.ts';
import { beginAttempt, endDelivery, noteDeliveryError, resendMessage } from './deliveries.ts';
import { hearBot, queueAskedChats } from './hear-bot.ts';
import { addUpload, forgetMedia, keepMedia, noteMedia, noteMediaUses, releaseSentMedia, removeUpload } from './media.ts';
import { addNote } from './notes.ts';
import { proveWritable } from './prove-writable.ts';
import { rateChat, requestRating } from './ratings.ts';
import { receiveMessage } from './receive-message.ts';
import { replyToChat, replyWithMedia } from './replies.ts';
import { addSavedReply, changeSavedReply, importSavedReplies, removeSavedReply } from './saved-replies.ts';
import { addSticker, removeSticker } from './stickers.ts';

/** Everything that may be written, by name. Each runs whole or not at all. */
export const transactions = {
  receiveMessage,
  takeChat,
  replyToChat,
  replyWithMedia,
  addNote,
  returnChatToBot,
  closeChat,
  reopenChat,
  markChatRead,
  closeChannel,
  updateCustomer,
  beginAttempt,
  noteDeliveryError,
  endDelivery,
  resendMessage,
  hearBot,
  refuseEvent,
  blockBot,
  beginEventAttempt,
  noteEventAttempt,
  endEvent,
  handOverSilent,
  queueAskedChats,
  releaseBotChats,
  forgetBotEvents,
  requestRating,
  rateChat,
  addSticker,
  removeSticker,
  addSavedReply,
  changeSavedReply,
  removeSavedReply,
  importSavedReplies,
  keepMedia,
  noteMediaUses,
  forgetMedia,
  releaseSentMedia,
  noteMedia,
  addUpload,
  removeUpload,
  proveWritable,
} as const;

export type Transactions = typeof transactions;
