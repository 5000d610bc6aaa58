/** What stands on the page of a channel or bot whose secret can no longer be read. */
export const lostSecretWords = {
  comesBackDesktop: 'Was the system’s keyring only locked? Unlock it, quit Counterbell and start it again: then everything works as before.',
  comesBackHeadless: 'Do you still have the old key (vault.key in the data folder, or COUNTERBELL_KEY)? Start Counterbell with it: then everything works as before.',
} as const;

export const lostChannelWords = {
  state: 'Address lost',
  title: 'Customers cannot write here.',
  what: 'Counterbell could not read the secret part of this channel’s address: the key that protects it was changed, lost or locked. Whatever your website or app sends is answered with 404. Chats stay, and your replies still arrive.',
  restoreTitle: 'Restore the address',
  restoreLead: 'With the address that your website or app uses now, nothing has to be changed there.',
  address: 'Address in use',
  addressHint: (publicId: string) => `The message or status address, from the settings of the website or app. It ends with /${publicId} or /${publicId}/status.`,
  restore: 'Use this address',
  restored: (name: string) => `${name} can be reached again, at the address it had.`,
  notHere: 'The address is nowhere to be found?',
  notHereHint: 'Make new ones, and put them into your website or app. Customers can write again once that is done.',
  renew: 'Make new addresses',
  renewed: 'The new addresses work. Put them into your website or app.',
  danger: 'Pause, remove',
} as const;

export const lostTokenWords = {
  state: 'Token lost',
  title: 'This bot is not heard and gets no new chats.',
  titleOff: 'The token of this bot can no longer be read.',
  what: 'Counterbell could not read its token: the key that protects it was changed, lost or locked. What its provider sends is answered with 401.',
  customers: 'Its customers are in the waiting list until it has a token again.',
  giveTitle: 'Give it its token again',
  giveLead: 'With the token that the provider uses now, nothing has to be changed there.',
  giveLeadTestBot: 'The built-in test bot takes any token: make one.',
  token: 'Token',
  tokenHint: 'A new one works too, but then the provider needs it, and the addresses that end with it.',
  save: 'Save',
  saved: (name: string) => `${name} has its token again.`,
} as const;
