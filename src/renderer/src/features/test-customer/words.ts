import type { TestLine, TestSample } from '#shared/contract/test-customer.ts';
import { testCustomer } from '#shared/words/en/test-customer.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('testCustomer', testCustomer);

/** What the test customer's window says. */
export const testCustomerWords = {
  windowTitle: (channel: string) => say('windowTitle', { channel }),
  conversation: say('conversation'),
  online: say('online'),
  offline: say('offline'),
  unknown: say('unknown'),
  greeting: say('greeting'),
  hint: say('hint'),
  you: say('you'),
  someone: say('someone'),
  typing: say('typing'),
  compose: say('compose'),
  placeholder: say('placeholder'),
  send: say('send'),
  attach: say('attach'),
  notSent: say('notSent'),
  notAnswering: say('notAnswering'),
  sending: say('sending'),
  sent: say('sent'),
  noAnswer: say('noAnswer'),
  notAccepted: (status: number) => say('notAccepted', { status: String(status) }),
  addressLost: say('addressLost'),
  repliesElsewhere: say('repliesElsewhere'),
  noChannel: say('noChannel'),
  noChannelHint: say('noChannelHint'),
  location: say('location'),
  openMap: say('openMap'),
  fields: say('fields'),
  open: (name: string) => say('open', { name }),
} as const;

export const controlWords = {
  title: say('control.title'),
  open: say('control.open'),
  close: say('control.close'),
  lead: say('control.lead'),
  channel: say('control.channel'),
  name: say('control.name'),
  namePlaceholder: say('control.namePlaceholder'),
  nameHint: say('control.nameHint'),
  id: say('control.id'),
  idHint: say('control.idHint'),
  idEmpty: say('control.idEmpty'),
  newCustomer: say('control.newCustomer'),
  behaviour: say('control.behaviour'),
  error: say('control.error'),
  errorHint: say('control.errorHint'),
  code: say('control.code'),
  message: say('control.message'),
  down: say('control.down'),
  downHint: say('control.downHint'),
  everyone: say('control.everyone'),
  failed: say('control.failed'),
  defaultError: { code: 'customer_gone', message: say('control.defaultError.message') },
} as const;

export const sampleWords: Record<TestSample, string> = {
  photo: say('sample.photo'),
  sticker: say('sample.sticker'),
  document: say('sample.document'),
  audio: say('sample.audio'),
  voice: say('sample.voice'),
  video: say('sample.video'),
  location: say('sample.location'),
  long_text: say('sample.longText'),
};

export const kindWords: Record<TestLine['type'], string> = {
  text: say('kind.text'),
  photo: say('kind.photo'),
  sticker: say('kind.sticker'),
  document: say('kind.document'),
  audio: say('kind.audio'),
  voice: say('kind.voice'),
  video: say('kind.video'),
  location: say('kind.location'),
};
