import { lostSecret } from '#shared/words/en/lost-secret.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('lostSecret', lostSecret);

/** What stands on the page of a channel or bot whose secret can no longer be read. */
export const lostSecretWords = {
  comesBackDesktop: say('comesBackDesktop'),
  tryAgain: say('tryAgain'),
  cameBack: say('cameBack'),
  stillLost: say('stillLost'),
  comesBackHeadless: say('comesBackHeadless'),
} as const;

export const lostChannelWords = {
  state: say('lostChannel.state'),
  title: say('lostChannel.title'),
  what: say('lostChannel.what'),
  restoreTitle: say('lostChannel.restoreTitle'),
  restoreLead: say('lostChannel.restoreLead'),
  address: say('lostChannel.address'),
  addressHint: (publicId: string) => say('lostChannel.addressHint', { publicId }),
  restore: say('lostChannel.restore'),
  restored: (name: string) => say('lostChannel.restored', { name }),
  notHere: say('lostChannel.notHere'),
  notHereHint: say('lostChannel.notHereHint'),
  renew: say('lostChannel.renew'),
  renewed: say('lostChannel.renewed'),
  danger: say('lostChannel.danger'),
} as const;

export const lostTokenWords = {
  state: say('lostToken.state'),
  title: say('lostToken.title'),
  titleOff: say('lostToken.titleOff'),
  what: say('lostToken.what'),
  customers: say('lostToken.customers'),
  giveTitle: say('lostToken.giveTitle'),
  giveLead: say('lostToken.giveLead'),
  giveLeadTestBot: say('lostToken.giveLeadTestBot'),
  token: say('lostToken.token'),
  tokenHint: say('lostToken.tokenHint'),
  save: say('lostToken.save'),
  saved: (name: string) => say('lostToken.saved', { name }),
} as const;
