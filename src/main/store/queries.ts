import { readInstallation } from './installation-rows.ts';
import { searchCustomers } from './search/customers.ts';
import { searchMessages } from './search/messages.ts';
import { auditQueries } from './subjects/audit.ts';
import { botQueries } from './subjects/bot-turns.ts';
import { bulkQueries } from './subjects/bulk-chats.ts';
import { chatQueries } from './subjects/chat-lists.ts';
import { clockQueries } from './subjects/clock.ts';
import { contactQueries } from './subjects/contact-lists.ts';
import { channelAddress } from './subjects/deliveries.ts';
import { deviceQueries } from './subjects/devices.ts';
import { hostedFileQueries } from './subjects/hosted-files.ts';
import { mediaQueries } from './subjects/media.ts';
import { messageQueries } from './subjects/messages.ts';
import { personalQueries } from './subjects/personal-data.ts';
import { ratingQueries } from './subjects/ratings.ts';
import { findReply } from './subjects/replies.ts';
import { reportQueries } from './subjects/reports.ts';
import { savedReplyQueries } from './subjects/saved-replies.ts';
import { scheduleQueries } from './subjects/schedule.ts';
import { tagQueries } from './subjects/tags.ts';
import { visitorQueries } from './subjects/visitors.ts';

/** All queries by name. */
export const queries = {
  ...auditQueries,
  ...botQueries,
  ...bulkQueries,
  ...chatQueries,
  ...clockQueries,
  ...contactQueries,
  ...deviceQueries,
  ...hostedFileQueries,
  ...mediaQueries,
  ...messageQueries,
  ...personalQueries,
  ...ratingQueries,
  ...reportQueries,
  ...savedReplyQueries,
  ...scheduleQueries,
  ...tagQueries,
  ...visitorQueries,
  readInstallation,
  searchMessages,
  searchCustomers,
  channelAddress,
  findReply,
} as const;

export type Queries = typeof queries;
