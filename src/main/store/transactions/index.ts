import { closeChats, closeSilentChats, eraseChats, reopenChats } from './bulk-chats.ts';
import { pruneAudit, recordAudit } from './audit.ts';
import { assignChat, unassignChat } from './assigning.ts';
import {
  beginEventAttempt,
  blockBot,
  endEvent,
  forgetBotEvents,
  handOverSilent,
  recordEventAttempt,
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
  saveCertificate,
  pinTunnel,
  putInstallation,
  removeBot,
  removeChannel,
  removeOperator,
  setPicture,
} from './installation.ts';
import { updateContact } from './contacts.ts';
import { beginAttempt, dismissFailure, endDelivery, recordDeliveryError, resendMessage } from './deliveries.ts';
import { eraseCustomers, rewriteFile } from './erase-customer.ts';
import { receiveBotEvent, moveAskedChats } from './receive-bot-event.ts';
import {
  addUpload,
  forgetMedia,
  addMedia,
  recordMedia,
  recordMediaUses,
  releaseSentMedia,
  removeUpload,
} from './media.ts';
import { mergeContacts, separateContact } from './merge-contacts.ts';
import { addNote, editNote } from './notes.ts';
import { rateChat, requestRating } from './ratings.ts';
import { countMessages } from './count-messages.ts';
import { receiveMessage } from './receive-message.ts';
import { beginChat, replyToChat, replyWithMedia } from './replies.ts';
import { addSavedReply, changeSavedReply, importSavedReplies, removeSavedReply } from './saved-replies.ts';
import { cancelReply, runDue, scheduleReply } from './scheduled-replies.ts';
import { endVisitorChat, recordVisitorReceived } from './site.ts';
import { snoozeChat, unsnoozeChat } from './snoozing.ts';
import { addSticker, removeSticker } from './stickers.ts';
import { mergeTags, removeTag, renameTag, setChatTags } from './tags.ts';
import {
  acceptInvitation,
  addDevice,
  addInvitation,
  removeDevices,
  setPush,
  updateDevices,
  withdrawInvitation,
} from './devices.ts';
import type { SqliteConnection } from '../connection.ts';

/** Transactions on the installation itself. */
export const installationTransactions = {
  changeSettings,
  saveCertificate,
  pinTunnel,
  addOperator,
  changeOperator,
  setPicture,
  removeOperator,
  addChannel,
  changeChannel,
  removeChannel,
  addBot,
  changeBot,
  removeBot,
  putInstallation,
  acceptInvitation,
} as const;
export type InstallationTransactions = typeof installationTransactions;

/** All transactions by name. Each runs entirely or not at all. */
export const transactions = {
  ...installationTransactions,
  receiveMessage,
  takeChat,
  assignChat,
  unassignChat,
  replyToChat,
  replyWithMedia,
  beginChat,
  addNote,
  editNote,
  returnChatToBot,
  closeChat,
  reopenChat,
  markChatRead,
  snoozeChat,
  unsnoozeChat,
  scheduleReply,
  cancelReply,
  runDue,
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
  recordDeliveryError,
  endDelivery,
  dismissFailure,
  resendMessage,
  receiveBotEvent,
  refuseEvent,
  blockBot,
  beginEventAttempt,
  recordEventAttempt,
  endEvent,
  handOverSilent,
  moveAskedChats,
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
  addMedia,
  recordMediaUses,
  forgetMedia,
  releaseSentMedia,
  recordMedia,
  addUpload,
  removeUpload,
  countMessages,
  eraseCustomers,
  closeChats,
  reopenChats,
  eraseChats,
  recordVisitorReceived,
  endVisitorChat,
  recordAudit,
  pruneAudit,
  addDevice,
  removeDevices,
  setPush,
  updateDevices,
  addInvitation,
  withdrawInvitation,
  rewriteFile,
  checkWritable,
} as const;

export type Transactions = typeof transactions;

/** Rewrites an existing value, so that the commit has to reach the disk. */
async function checkWritable({ sqlite }: SqliteConnection): Promise<true> {
  const version = Number(sqlite.get('PRAGMA user_version')?.['user_version']);
  sqlite.exec(`PRAGMA user_version = ${version}`);
  return true;
}
