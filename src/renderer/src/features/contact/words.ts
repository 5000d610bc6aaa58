import type { Chat } from '#shared/domain/entities.ts';
import { contact } from '#shared/words/en/contact.ts';
import { kindNames } from '#renderer/components/kind-names.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('contact', contact);

/** What the contact card says. */
export const words = {
  contact: say('contact'),
  details: say('details'),
  fold: say('fold'),
  visitor: say('visitor'),
  name: say('name'),
  phone: say('phone'),
  email: say('email'),
  add: say('add'),
  page: say('page'),
  invite: say('invite'),
  channel: say('channel'),
  channelRemoved: say('channelRemoved'),
  firstSeen: say('firstSeen'),
  customerId: say('customerId'),
  customerIdHint: say('customerIdHint'),
  textId: say('textId'),
  numberId: say('numberId'),
  chatId: say('chatId'),
  rating: say('rating'),
  rated: (rate: number) => say('rated', { rate }),
  about: say('about'),
  earlier: say('earlier'),
  noEarlier: say('noEarlier'),
  notSaved: say('notSaved'),
  notLoaded: say('notLoaded'),
  opensInBrowser: (address: string) => say('opensInBrowser', { address }),
} as const;

const states: Record<Chat['state'], string> = {
  bot: say('states.bot'),
  waiting: say('states.waiting'),
  active: say('states.active'),
  closed: say('states.closed'),
};

/** Where an earlier chat stands. */
export function stateWords(state: Chat['state']): string {
  return states[state];
}

/** The last words of a chat, or what they were where they are not text. */
export function chatWords({ lastMessage }: Chat): string {
  return (
    lastMessage?.text ??
    lastMessage?.title ??
    lastMessage?.emoji ??
    lastMessage?.file_name ??
    (lastMessage === undefined || lastMessage.type === 'text' ? '' : kindNames[lastMessage.type])
  );
}
