import { closeChannel, closeChat, markChatRead, reopenChat, replyToChat, takeChat, updateCustomer } from './chats.ts';
import { beginAttempt, endDelivery, noteDeliveryError, resendMessage } from './deliveries.ts';
import { appendJournal } from './journal.ts';
import { receiveMessage } from './receive-message.ts';

/** Everything that may be written, by name. Each runs whole or not at all. */
export const transactions = {
  receiveMessage,
  takeChat,
  replyToChat,
  closeChat,
  reopenChat,
  markChatRead,
  closeChannel,
  updateCustomer,
  beginAttempt,
  noteDeliveryError,
  endDelivery,
  resendMessage,
  appendJournal,
} as const;

export type Transactions = typeof transactions;
