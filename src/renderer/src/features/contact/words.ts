import type { Chat } from '#shared/domain/entities.ts';

/** What the contact card says. */
export const words = {
  contact: 'Contact',
  details: 'Contact details',
  fold: 'Hide contact',
  visitor: 'Visitor',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  add: 'Add',
  page: 'Page',
  invite: 'Invited with',
  channel: 'Channel',
  channelRemoved: 'Removed channel',
  firstSeen: 'First seen',
  customerId: 'Customer id',
  customerIdHint: 'The id that the connected system gave',
  textId: 'as text',
  numberId: 'as number',
  chatId: 'Chat id',
  rating: 'Latest rating',
  rated: (rate: number) => `Rated ${String(rate)} of 5`,
  about: 'About',
  earlier: 'Earlier chats',
  noEarlier: 'None yet: this is the first.',
  notSaved: 'The contact was not changed.',
  notLoaded: 'The contact could not be loaded.',
  opensInBrowser: (address: string) => `${address} (opens in the browser)`,
} as const;

const states: Record<Chat['state'], string> = { bot: 'With a bot', waiting: 'Waiting', active: 'Open', closed: 'Closed' };

/** Where an earlier chat stands. */
export function stateWords(state: Chat['state']): string {
  return states[state];
}

/** The last words of a chat, or what they were where they are not text. */
export function chatWords({ lastMessage }: Chat): string {
  return lastMessage?.text ?? lastMessage?.title ?? lastMessage?.emoji ?? lastMessage?.file_name ?? lastMessage?.type ?? '';
}
