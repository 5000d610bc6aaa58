import type { Catalogue } from '../catalogue.ts';

export const lostSecret = {
  comesBackDesktop: 'Was the system’s keyring only locked? Unlock it and try again: then everything works as before.',
  tryAgain: 'Try again',
  cameBack: 'Everything that could be read works again.',
  stillLost: 'It still cannot be read.',
  comesBackHeadless:
    'Do you still have the old key (vault.key in the data folder, or COUNTERBELL_KEY)? Start Counterbell with it: then everything works as before.',
  'lostChannel.state': 'Address lost',
  'lostChannel.title': 'Customers cannot write here.',
  'lostChannel.what':
    'Counterbell does not have the secret part of this channel’s address: the key that protects it was changed, lost or locked, or a backup was restored that leads elsewhere. Whatever your website or app sends is answered with 404. Chats stay, and your replies still arrive.',
  'lostChannel.restoreTitle': 'Restore the address',
  'lostChannel.restoreLead': 'With the address that your website or app uses now, nothing has to be changed there.',
  'lostChannel.address': 'Address in use',
  'lostChannel.addressHint':
    'The message or status address, from the settings of the website or app. It ends with /{{publicId}} or /{{publicId}}/status.',
  'lostChannel.restore': 'Use this address',
  'lostChannel.restored': '{{name}} can be reached again, at the address it had.',
  'lostChannel.notHere': 'The address is nowhere to be found?',
  'lostChannel.notHereHint':
    'Make new ones, and put them into your website or app. Customers can write again once that is done.',
  'lostChannel.renew': 'Make new addresses',
  'lostChannel.renewed': 'The new addresses work. Put them into your website or app.',
  'lostChannel.danger': 'Pause, remove',
  'lostToken.state': 'Token lost',
  'lostToken.title': 'This bot is not heard and gets no new chats.',
  'lostToken.titleOff': 'The token of this bot can no longer be read.',
  'lostToken.what':
    'Counterbell does not have its token: the key that protects it was changed, lost or locked, or a backup was restored that leads elsewhere. What its provider sends is answered with 401.',
  'lostToken.customers': 'Its customers are in the waiting list until it has a token again.',
  'lostToken.giveTitle': 'Give it its token again',
  'lostToken.giveLead': 'With the token that the provider uses now, nothing has to be changed there.',
  'lostToken.giveLeadTestBot': 'The built-in test bot takes any token: make one.',
  'lostToken.token': 'Token',
  'lostToken.tokenHint': 'A new one works too, but then the provider needs it, and the addresses that end with it.',
  'lostToken.save': 'Save',
  'lostToken.saved': '{{name}} has its token again.',
} as const satisfies Catalogue;
