import { readInstallation } from '../installation-rows.ts';
import { listAudit, listAuditPeople, listSeenSecrets } from './audit.ts';
import { countBotEvents, listBotTurns, listSendingEvents, listSilentBotChats } from './bots.ts';
import { countSelected, isSendingInChats, listSelected, listSilentChats } from './bulk-chats.ts';
import { listChats, countChats, getChat, listCustomerChats, countOpenChats } from './chats.ts';
import { findContacts, getContact, listBlocked, listContacts } from './contacts.ts';
import { filesOfMessage, findHostedFile, findPicture } from './hosted-files.ts';
import {
  findMediaSource,
  countMedia,
  findMediaFile,
  findUpload,
  listLeastUsedMedia,
  listUnknownMedia,
} from './media.ts';
import { channelAddress } from '../transactions/deliveries.ts';
import { findReply } from '../transactions/replies.ts';
import { findSender, listMessages, listSending, recipientOf } from './messages.ts';
import { findInvitation, listDevices, listInvitations } from './devices.ts';
import { exportChat, exportChatHead, getPerson, unusedFiles } from './personal.ts';
import { findRatingPage, listRatings } from './ratings.ts';
import { getReport, getReportBefore, listReportChats } from './reports.ts';
import { listSavedReplies } from './saved-replies.ts';
import { listScheduledReplies, nextDue } from './scheduled-replies.ts';
import { searchCustomers } from './search-customers.ts';
import { searchMessages } from './search-messages.ts';
import { listTranscriptChats, listTranscriptMessages } from './transcripts.ts';
import { findVisitor, latestChats, listVisitorMessages } from './site.ts';
import { findSticker, listStickers } from './stickers.ts';
import { listTags } from './tags.ts';

/** All queries by name. */
export const queries = {
  readInstallation,
  listChats,
  countChats,
  countOpenChats,
  getChat,
  listCustomerChats,
  getContact,
  findContacts,
  listBlocked,
  listTags,
  listMessages,
  listSending,
  findSender,
  recipientOf,
  channelAddress,
  listSendingEvents,
  listSilentBotChats,
  countBotEvents,
  listBotTurns,
  findRatingPage,
  listRatings,
  findMediaSource,
  findMediaFile,
  countMedia,
  listLeastUsedMedia,
  listUnknownMedia,
  findUpload,
  findReply,
  findHostedFile,
  findPicture,
  filesOfMessage,
  findSticker,
  listStickers,
  listSilentChats,
  listSavedReplies,
  listScheduledReplies,
  nextDue,
  getPerson,
  exportChat,
  exportChatHead,
  unusedFiles,
  listContacts,
  countSelected,
  listSelected,
  isSendingInChats,
  searchMessages,
  searchCustomers,
  getReport,
  getReportBefore,
  listReportChats,
  listTranscriptChats,
  listTranscriptMessages,
  findVisitor,
  latestChats,
  listVisitorMessages,
  listAudit,
  listAuditPeople,
  listSeenSecrets,
  listDevices,
  listInvitations,
  findInvitation,
} as const;

export type Queries = typeof queries;
