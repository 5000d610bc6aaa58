import { sizeWords } from '#renderer/components/size-words.ts';
import type { Chat, DeliveryError, Message } from '#shared/domain/entities.ts';
import { kindNames } from '#renderer/components/kind-names.ts';
import { conversation } from '#shared/words/en/conversation.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('conversation', conversation);

export { sizeWords };

/** What the conversation says. */
export const words = {
  visitor: say('visitor'),
  you: say('you'),
  back: say('back'),
  take: say('take'),
  takeOver: say('takeOver'),
  backToBot: say('backToBot'),
  backToNamed: (botName: string) => say('backToNamed', { botName }),
  close: say('close'),
  more: say('more'),
  askForRating: say('askForRating'),
  saveTranscript: say('saveTranscript'),
  inspector: say('inspector'),
  contact: say('contact'),
  conversationWith: (name: string) => say('conversationWith', { name }),
  via: (channelName: string) => say('via', { channelName }),
  unknownChannel: say('unknownChannel'),
  waiting: say('waiting'),
  closed: say('closed'),
  withYou: say('withYou'),
  with: (operatorName: string) => say('with', { operatorName }),
  theBot: say('theBot'),
  botHolds: (botName: string) => say('botHolds', { botName }),
  askedForPerson: say('askedForPerson'),
  rated: say('rated'),
  ratedAgain: say('ratedAgain'),
  ratedOf: (rate: string) => say('ratedOf', { rate }),
  anotherOperator: say('anotherOperator'),
  loading: say('loading'),
  loadingEarlier: say('loadingEarlier'),
  notFound: say('notFound'),
  notFoundMore: say('notFoundMore'),
  notLoaded: say('notLoaded'),
  tryAgain: say('tryAgain'),
  beginning: say('beginning'),
  isTyping: (name: string) => say('isTyping', { name }),
  newest: say('newest'),
  newMessages: (count: number) => say('newMessages', { count }),
  open: say('open'),
  opensInBrowser: (what: string) => say('opensInBrowser', { what }),
  sending: say('sending'),
  delivered: say('delivered'),
  notDelivered: say('notDelivered'),
  notDeliveredStop: say('notDeliveredStop'),
  notDeliveredYet: say('notDeliveredYet'),
  stillTrying: say('stillTrying'),
  sendAgain: say('sendAgain'),
  showInActivity: say('showInActivity'),
  resendFailed: say('resendFailed'),
  nullCharacter: say('nullCharacter'),
  closedUndo: say('closedUndo'),
  reopened: say('reopened'),
  reopenFailed: say('reopenFailed'),
  takeFailed: say('takeFailed'),
  closeFailed: say('closeFailed'),
  backToBotFailed: say('backToBotFailed'),
  ratingAsked: say('ratingAsked'),
  askForRatingFailed: say('askForRatingFailed'),
} as const;

/** What the composer says. */
export const composerWords = {
  message: say('composer.message'),
  placeholder: (name: string) => say('composer.placeholder', { name }),
  send: say('composer.send'),
  emoji: say('composer.emoji'),
  emojiSearch: say('composer.emojiSearch'),
  emojiLoading: say('composer.emojiLoading'),
  emojiNone: say('composer.emojiNone'),
  hint: say('composer.hint'),
  takesOnSend: say('composer.takesOnSend'),
  botAnswers: (botName: string) => say('composer.botAnswers', { botName }),
  botAskedNobodyOnline: (botName: string) => say('composer.botAskedNobodyOnline', { botName }),
  botAsked: (botName: string) => say('composer.botAsked', { botName }),
  heldBy: (operatorName: string) => say('composer.heldBy', { operatorName }),
  heldByMore: say('composer.heldByMore'),
  isClosed: say('composer.isClosed'),
  isClosedMore: say('composer.isClosedMore'),
  isBlocked: say('composer.isBlocked'),
  isBlockedMore: say('composer.isBlockedMore'),
  notSent: say('composer.notSent'),
  notSentLong: say('composer.notSentLong'),
  left: (length: number, limit: number) => say('composer.left', { length, limit }),
  parts: (length: number, parts: number) => say('composer.parts', { count: parts, length }),
} as const;

/** The name of a kind of message: "Voice message". */
export function kindWords(type: Exclude<Message['type'], 'text'>): string {
  return kindNames[type];
}

/** Where a chat stands, in the header. */
export function stateWords(
  chat: Chat,
  names: { readonly operator: string | undefined; readonly bot: string | undefined },
  meId: string | undefined,
): string {
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
  switch (error.kind) {
    case 'unreachable':
      return say('reason.unreachable', { channel, customer });
    case 'timeout':
      return say('reason.timeout', { channel, customer });
    case 'tls':
      return say('reason.tls', { channel, customer });
    case 'status':
      return error.status === undefined
        ? say('reason.status.noStatus', { channel, customer })
        : say('reason.status', { channel, status: String(error.status), customer });
    case 'redirect':
      return say('reason.redirect', { channel, customer });
    case 'invalid_answer':
      return say('reason.invalidAnswer', { channel, customer });
    case 'refused':
      return say('reason.refused', { refusal: refusalWords(error, channel), customer });
    case 'not_sent':
      return say('reason.notSent', { customer });
    case 'interrupted':
      return say('reason.interrupted', { customer });
  }
}

/** The same while attempts go on: what stands in the way now. */
export function hindranceWords(error: DeliveryError, channel: string): string {
  switch (error.kind) {
    case 'unreachable':
      return say('hindrance.unreachable', { channel });
    case 'timeout':
      return say('hindrance.timeout', { channel });
    case 'tls':
      return say('hindrance.tls', { channel });
    case 'status':
      return error.status === undefined
        ? say('hindrance.status.noStatus', { channel })
        : say('hindrance.status', { channel, status: String(error.status) });
    case 'redirect':
      return say('hindrance.redirect', { channel });
    case 'invalid_answer':
      return say('hindrance.invalidAnswer', { channel });
    case 'refused':
      return refusalWords(error, channel);
    case 'not_sent':
      return say('hindrance.notSent', { channel });
    case 'interrupted':
      return say('hindrance.interrupted');
  }
}

function refusalWords({ code, message }: DeliveryError, channel: string): string {
  if (message !== undefined && message.trim() !== '')
    return code === undefined
      ? say('refusal.saysNoCode', { channel, message })
      : say('refusal.says', { channel, message, code });
  return code === undefined ? say('refusal.noCode', { channel }) : say('refusal', { channel, code });
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
  const what =
    message.type === 'text'
      ? (message.text ?? message.title)
      : [kindNames[message.type], message.text ?? message.file_name].filter(Boolean).join(', ');
  return say('announcement', { author, what: what ?? '' });
}
