import type { Catalogue } from '../catalogue.ts';

export const botEvents = {
  CLIENT_MESSAGE: 'Customer’s message to the bot',
  AGENT_UNAVAILABLE: 'Told the bot that nobody is available',
  CHAT_CLOSED: 'Told the bot that the chat is closed',
  CLIENT_RATED: 'Told the bot the customer’s rating',
  BOT_MESSAGE: 'Message from the bot',
  INVITE_AGENT: 'Bot asked for a person',
  CLIENT_INFO: 'Contact data from the bot',
  INIT_RATE: 'Bot asked for a rating',
  unknown: 'Something the bot may not send',
  unreadable: 'An event too long to show whole, or not JSON',
} as const satisfies Catalogue;
