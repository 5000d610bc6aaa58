import { sizeWords } from '#renderer/components/size-words.ts';
import type { Chat, DeliveryError, Message } from '#shared/domain/entities.ts';
import { kindNames } from '#shared/domain/last-words.ts';

export { sizeWords };

/** What the conversation says. */
export const words = {
  visitor: 'Visitor',
  you: 'You',
  back: 'Back to the list',
  take: 'Take',
  takeOver: 'Take over',
  backToBot: 'Back to bot',
  backToNamed: (botName: string) => `Give the chat back to ${botName}`,
  close: 'Close',
  more: 'More',
  askForRating: 'Ask for a rating',
  inspector: 'Bot inspector',
  contact: 'Contact',
  conversationWith: (name: string) => `Conversation with ${name}`,
  via: (channelName: string) => `via ${channelName}`,
  unknownChannel: 'The channel',
  waiting: 'Waiting',
  closed: 'Closed',
  withYou: 'With you',
  with: (operatorName: string) => `With ${operatorName}`,
  theBot: 'The bot',
  botHolds: (botName: string) => `Bot: ${botName}`,
  askedForPerson: 'Asked for a person',
  rated: 'The customer rated the chat',
  ratedAgain: 'The customer changed the rating',
  ratedOf: (rate: string) => `Rated ${rate}`,
  anotherOperator: 'another operator',
  loading: 'Loading the conversation',
  loadingEarlier: 'Loading earlier messages…',
  notFound: 'This chat does not exist.',
  notFoundMore: 'It may belong to another installation.',
  notLoaded: 'The conversation could not be loaded.',
  tryAgain: 'Try again',
  beginning: 'The conversation begins here.',
  isTyping: (name: string) => `${name} is typing`,
  newest: 'Jump to newest',
  newMessages: (count: number) => `${String(count)} new`,
  open: 'Open',
  opensInBrowser: (what: string) => `${what} (opens in the browser)`,
  sending: 'Sending',
  delivered: 'Delivered',
  notDelivered: 'Not delivered',
  notDeliveredStop: 'Not delivered.',
  notDeliveredYet: 'Not delivered yet.',
  stillTrying: 'Trying again.',
  sendAgain: 'Send again',
  showInActivity: 'Show in activity',
  resendFailed: 'It could not be sent again.',
  nullCharacter: 'an invisible character',
  closedUndo: 'Chat closed.',
  reopened: 'The chat is open again.',
  reopenFailed: 'The chat could not be opened again.',
  takeFailed: 'The chat could not be taken.',
  closeFailed: 'The chat could not be closed.',
  backToBotFailed: 'The chat could not be given back to the bot.',
  ratingAsked: 'The customer is asked for a rating.',
  askForRatingFailed: 'The customer could not be asked for a rating.',
} as const;

/** What the composer says. */
export const composerWords = {
  message: 'Message',
  placeholder: (name: string) => `Write to ${name}`,
  send: 'Send',
  emoji: 'Emoji',
  emojiSearch: 'Search emoji',
  emojiLoading: 'Loading…',
  emojiNone: 'No emoji of that name.',
  hint: 'Enter sends, Shift+Enter starts a new line',
  takesOnSend: 'Nobody has this chat yet. It becomes yours when you send.',
  botAnswers: (botName: string) => `${botName} is answering. Writing takes the chat over when you send.`,
  botAskedNobodyOnline: (botName: string) => `${botName} asked for a person, but nobody is online, so it keeps the chat. Writing takes it over when you send.`,
  botAsked: (botName: string) => `${botName} asked for a person. The chat becomes yours when you send.`,
  heldBy: (operatorName: string) => `${operatorName} has this chat.`,
  heldByMore: 'Take it over to answer.',
  isClosed: 'This chat is closed.',
  isClosedMore: 'It opens again when the customer writes.',
  notSent: 'Your reply was not sent; it is back in the box.',
  notSentLong: 'The reply is too long to send at once.',
  left: (count: number, limit: number) => `${String(count)} of ${String(limit)}`,
  parts: (count: number, parts: number) => `${String(count)} characters: goes out as ${String(parts)} messages`,
} as const;

/** The name of a kind of message: "Voice message". */
export function kindWords(type: Exclude<Message['type'], 'text'>): string {
  return kindNames[type];
}

/** Where a chat stands, in the header. */
export function stateWords(chat: Chat, names: { readonly operator: string | undefined; readonly bot: string | undefined }, meId: string | undefined): string {
  switch (chat.state) {
    case 'bot':
      return words.botHolds(names.bot ?? words.theBot);
    case 'waiting':
      return words.waiting;
    case 'closed':
      return words.closed;
    case 'active':
      return chat.operatorId === meId ? words.withYou : words.with(names.operator ?? words.anotherOperator);
  }
}

interface Names {
  readonly channel: string;
  readonly customer: string;
}

/** Why a reply did not arrive and what that means for the customer; the sentence after "Not delivered." */
export function reasonWords(error: DeliveryError, { channel, customer }: Names): string {
  const unseen = `${customer} has not seen this message.`;
  const unsure = `${customer} may not have seen this message.`;
  switch (error.kind) {
    case 'unreachable':
      return `${channel} could not be reached for 9 seconds; ${unseen}`;
    case 'timeout':
      return `${channel} did not answer for 9 seconds; ${unseen}`;
    case 'tls':
      return `The secure connection to ${channel} could not be made; ${unseen}`;
    case 'status':
      return `${channel} answered that something is wrong there${error.status === undefined ? '' : ` (status ${String(error.status)})`}; ${unsure}`;
    case 'redirect':
      return `${channel} answers from another address now; its owner has to correct it in the settings. ${unseen}`;
    case 'invalid_answer':
      return `${channel} answered, but did not say that the message arrived; ${unsure}`;
    case 'refused':
      return `${refusalWords(error, channel)} ${unseen}`;
    case 'not_sent':
      return `The channel was removed, or its address may not be used any more; ${unseen}`;
    case 'interrupted':
      return `Counterbell was stopped while it was on its way; ${unsure}`;
  }
}

/** The same while attempts go on: what stands in the way now. */
export function hindranceWords(error: DeliveryError, channel: string): string {
  switch (error.kind) {
    case 'unreachable':
      return `${channel} cannot be reached.`;
    case 'timeout':
      return `${channel} does not answer.`;
    case 'tls':
      return `The secure connection to ${channel} cannot be made.`;
    case 'status':
      return `${channel} answers that something is wrong there${error.status === undefined ? '' : ` (status ${String(error.status)})`}.`;
    case 'redirect':
      return `${channel} answers from another address now.`;
    case 'invalid_answer':
      return `${channel} answers, but does not say that the message arrived.`;
    case 'refused':
      return refusalWords(error, channel);
    case 'not_sent':
      return `The address of ${channel} may not be used.`;
    case 'interrupted':
      return 'Counterbell was stopped while it was on its way.';
  }
}

function refusalWords({ code, message }: DeliveryError, channel: string): string {
  if (message !== undefined && message.trim() !== '') return `${channel} says: “${message}”${code === undefined ? '.' : ` (${code}).`}`;
  return code === undefined ? `${channel} refused it.` : `${channel} refused it (${code}).`;
}

/** "0:42", "1:03:20"; `seconds` */
export function durationWords(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(rest)}` : `${String(minutes)}:${two(rest)}`;
}

/** One line for the screen reader's announcement: "Anna: is it in stock?" */
export function announcementWords(message: Message, author: string): string {
  const what = message.type === 'text' ? (message.text ?? message.title) : [kindNames[message.type], message.text ?? message.file_name].filter(Boolean).join(', ');
  return `${author}: ${what ?? ''}`;
}
