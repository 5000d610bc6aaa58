import { closeChats, closeSilentChats, eraseChats, reopenChats } from './bulk-chats.ts';
import { assignChat, unassignChat } from './assigning.ts';
import {
  beginEventAttempt,
  blockBot,
  endEvent,
  forgetBotEvents,
  handOverSilent,
  noteEventAttempt,
  refuseEvent,
  releaseBotChats,
} from './bot-events.ts';
import { blockCustomer, unblockCustomer } from './block-customer.ts';
import { closeChat, markChatRead, reopenChat, returnChatToBot, takeChat, updateCustomer } from './chats.ts';
import {
  addBot,
  addChannel,
  addOperator,
  changeBot,
  changeChannel,
  changeOperator,
  changeSettings,
  pinHostKey,
  putInstallation,
  removeBot,
  removeChannel,
  removeOperator,
} from './installation.ts';
import { updateContact } from './contacts.ts';
import { beginAttempt, dismissFailure, endDelivery, noteDeliveryError, resendMessage } from './deliveries.ts';
import { eraseCustomers, rewriteFile } from './erase-customer.ts';
import { receiveBotEvent, queueAskedChats } from './receive-bot-event.ts';
import {
  addUpload,
  forgetMedia,
  keepMedia,
  noteMedia,
  noteMediaUses,
  releaseSentMedia,
  removeUpload,
} from './media.ts';
import { mergeContacts, separateContact } from './merge-contacts.ts';
import { addNote } from './notes.ts';
import { proveWritable } from './prove-writable.ts';
import { rateChat, requestRating } from './ratings.ts';
import { countMessages } from './count-messages.ts';
import { receiveMessage } from './receive-message.ts';
import { replyToChat, replyWithMedia } from './replies.ts';
import { addSavedReply, changeSavedReply, importSavedReplies, removeSavedReply } from './saved-replies.ts';
import { cancelReply, doWhatIsDue, scheduleReply } from './scheduled-replies.ts';
import { snoozeChat, unsnoozeChat } from './snoozing.ts';
import { addSticker, removeSticker } from './stickers.ts';
import { mergeTags, removeTag, renameTag, setChatTags } from './tags.ts';

/** What changes the installation itself. */
export const installationTransactions = {
  changeSettings,
  pinHostKey,
  addOperator,
  changeOperator,
  removeOperator,
  addChannel,
  changeChannel,
  removeChannel,
  addBot,
  changeBot,
  removeBot,
  putInstallation,
} as const;
export type InstallationTransactions = typeof installationTransactions;

/** Everything that may be written, by name. Each runs whole or not at all. */
export const transactions = {
  ...installationTransactions,
  receiveMessage,
  takeChat,
  assignChat,
  unassignChat,
  replyToChat,
  replyWithMedia,
  addNote,
  returnChatToBot,
  closeChat,
  reopenChat,
  markChatRead,
  snoozeChat,
  unsnoozeChat,
  scheduleReply,
  cancelReply,
  doWhatIsDue,
  closeSilentChats,
  updateCustomer,
  updateContact,
  mergeContacts,
  separateContact,
  blockCustomer,
  unblockCustomer,
  setChatTags,
  renameTag,
  mergeTags,
  removeTag,
  beginAttempt,
  noteDeliveryError,
  endDelivery,
  dismissFailure,
  resendMessage,
  receiveBotEvent,
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
  countMessages,
  eraseCustomers,
  closeChats,
  reopenChats,
  eraseChats,
  rewriteFile,
  proveWritable,
} as const;

export type Transactions = typeof transactions;
