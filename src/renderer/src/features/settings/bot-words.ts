/** What the bot settings say. */
export const botWords = {
  lead: 'A bot answers customers first, and hands over to you when they ask for a person.',
  add: 'Add a bot',
  emptyTitle: 'No bot yet',
  empty:
    'A bot gets every new conversation on its channels first, and answers with what its provider tells it. You see all of it, and take over with one click; the bot guide (docs/bots.md) says what a provider has to build.',
  states: { working: 'Working', disabled: 'Off' },
  blockedUntil: (clock: string) => `Blocked until ${clock}`,
  blocked: 'Blocked',
  sameToken: (names: readonly string[]) => `Same token as ${listed(names)}`,
  onChannels: (names: readonly string[]) => (names.length === 0 ? 'On no channel' : names.join(', ')),
  count: (accepted: number, limit: number) => `${grouped(accepted)} of ${grouped(limit)} this hour`,
  back: 'All bots',
  gone: 'This bot is not there any more.',
  providerId: 'Provider ID',
  testBotAnswers: 'Built-in test bot',
  failed: 'That did not work.',

  addTitle: 'Add a bot',
  addLead: 'The provider is whoever runs the bot. It gives you an address and a token; you can change both later.',
  addConfirm: 'Add bot',
  added: (name: string) => `${name} added. Now give its provider the service address.`,

  name: 'Name',
  nameHint: 'Stands beside its messages; customers see it too.',
  namePlaceholder: 'FAQ bot',
  endpoint: 'Provider address',
  endpointHint: 'What customers write is posted here, with the token at the end.',
  endpointPlaceholder: 'https://bot.example/events',
  endpointNeeded: 'The provider’s address is needed. To try without a provider, use the test bot.',
  endpointNotAnAddress: 'This is not an address yet. It looks like https://bot.example/events',
  endpointNeedsHttps: 'Begin with https://, so that nobody on the way can read what customers write. Plain http:// works for this computer only, or with “Allow plain HTTP” on.',
  allowPlainHttpHint: 'Lets the provider address begin with http:// on other computers too.',
  allowPlainHttpWarning: 'What customers write travels unencrypted: anybody on the way can read it. Use it for development only.',
  connect: 'Connect a provider',
  connectHint: 'Once an address stands here, its provider answers instead of the test bot.',

  channels: 'Channels',
  channelsHint: 'The bot gets new conversations on these. Taken off a channel, it loses the chats that it holds there to the waiting list.',
  noChannels: 'There is no channel yet. Add one under Channels first.',
  answersFirst: (name: string) => `${name} answers first here; this bot only while ${name} does not work.`,
  comesNext: (name: string) => `While this bot does not work, ${name} answers here.`,
} as const;

/** Bots, on the page of a channel. */
export const channelBotWords = {
  title: 'Bots',
  lead: 'Which bots get new conversations on this channel, in this order.',
  none: 'No bot is on this channel: new conversations go to the waiting list at once.',
  toBots: 'All bots',
  countBot: 'Count the bot as available',
  countBotHint: 'The status says 1 also while no operator is online, as long as a bot works on this channel.',
  channelType: 'Kind of channel, as bots are told',
  channelTypeHint: 'Goes to the provider with each message. “widget” suits nearly every bot; change it only if the provider asks for another word.',
} as const;

/** The token and the addresses. */
export const botAccessWords = {
  title: 'Token and addresses',
  lead: 'Whoever knows these can answer your customers as this bot. Give them to its provider only.',
  token: 'Token',
  tokenHint: 'The password between Counterbell and the provider. Each bot needs one of its own.',
  tokenNewHint: 'Paste the one the provider gave you, or make one up and give it to them.',
  makeOne: 'Make one',
  shortToken: 'A token this short can be guessed. Ask the provider for a longer one, or make one.',
  showToken: 'Show the token',
  hideToken: 'Hide the token',
  copyToken: 'Copy token',
  changeToken: 'Change the token',
  change: 'Change',
  newToken: 'New token',
  newTokenHint: 'The old one stops working at once. The provider needs the new one, and the addresses that end with it.',
  save: 'Save',
  cancel: 'Cancel',
  tokenSaved: 'The new token works; the old one is refused.',
  service: 'Service address',
  serviceHint: 'Give this to the provider: the bot’s answers are posted here.',
  showService: 'Show the service address',
  hideService: 'Hide the service address',
  copyService: 'Copy service address',
  show: 'Show',
  hide: 'Hide',
} as const;

/** How much a bot may say, and how long it may say nothing. */
export const botLimitWords = {
  title: 'Limits',
  hourlyLimit: 'Requests in an hour',
  hourlyLimitHint:
    'At the limit, this bot is not heard for an hour: its provider gets 429 “Call is blocked”, and its customers see no answer from it. What they write meanwhile still goes to it.',
  now: (accepted: number, limit: number) => `${grouped(accepted)} of ${grouped(limit)} in the last hour`,
  silence: 'Seconds of silence',
  silenceHint: 'A bot that takes a message and says nothing for this long, while an operator is online, loses the chat to the waiting list. 0: never.',
} as const;

/** On, off, remove. */
export const botDangerWords = {
  title: 'Switch off, remove',
  offTitle: 'Switch off',
  offLead: 'The chats it holds go to the waiting list at once, and new ones no longer reach it. Its provider gets 403.',
  off: 'Switch bot off',
  isOff: (name: string) => `${name} is off. Its chats are in the waiting list.`,
  onTitle: 'Switch on',
  onLead: 'This bot is off. Switched on, it gets new conversations on its channels again; those with you stay with you.',
  on: 'Switch bot on',
  isOn: (name: string) => `${name} is on.`,
  removeTitle: 'Remove',
  removeLead: 'Takes this bot away for good. What it said stays readable.',
  remove: 'Remove bot',
  removeAsk: (name: string) => `Remove ${name}?`,
  removeWill: [
    'The chats it holds go to the waiting list at once.',
    'What it said stays readable in the conversations, and so do its ratings.',
    'Its service address answers 401 from now on. This cannot be taken back.',
  ],
  removed: (name: string, handedOver: number) =>
    handedOver === 0 ? `${name} removed.` : handedOver === 1 ? `${name} removed, 1 chat is in the waiting list.` : `${name} removed, ${grouped(handedOver)} chats are in the waiting list.`,
} as const;

/** What stands above a bot that does not work. */
export const botNoticeWords = {
  conflict: (count: number) =>
    count === 2 ? 'Two bots use the same token, so neither works. Give one of them a new token.' : `${count === 3 ? 'Three' : String(count)} bots use the same token, so none of them works. Give all but one a new token.`,
  conflictNow: 'Their customers are in the waiting list until then.',
  blockedTitle: (clock: string) => `Not heard until ${clock}.`,
  blocked: (limit: number) => `It reached its limit of ${limit === 1 ? '1 request' : `${grouped(limit)} requests`} in an hour. Its provider gets 429 until then, and its customers see no answer from it: take their chats over in the inbox. A higher limit counts from then on.`,
  noChannel: 'This bot is on no channel, so no conversation reaches it.',
} as const;

/** The test bot. */
export const testBotWords = {
  title: 'Try it with the test bot',
  lead: 'A bot that is built in: it greets, shows buttons, asks for contact data, calls a person on “human” and asks for a rating on “bye”.',
  channelsHint: 'As long as it is on a channel, it answers real customers there too.',
  start: 'Add the test bot',
  name: 'Test bot',
  added: 'Test bot added. Write to it with the test customer.',
  open: 'Open the test bot',
  switches: 'How it behaves',
  switchesLead: 'See what you and your customers get when a provider is not at its best.',
  beSlow: 'Be slow',
  beSlowHint: 'Answers each event after 2.9 seconds; 3 are allowed.',
  failTwice: 'Fail twice',
  failTwiceHint: 'Answers 503 twice, then takes the event. The customer waits 6 seconds more.',
  beSilent: 'Be silent',
  beSilentHint: 'Takes events and says nothing, until the chat goes to the waiting list.',
  repeatEvents: 'Repeat events',
  repeatEventsHint: 'Sends each of its events twice. You see each once.',
} as const;

/** A number as people write it: 3,600. */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Names in a sentence: A, B and C. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
