/** What the settings say. Functions take the parts that change. */
export const words = {
  title: 'Settings',
  sections: {
    profile: 'Profile',
    channels: 'Channels',
    bots: 'Bots',
    replies: 'Saved replies',
    media: 'Media',
    connection: 'Connection',
    appearance: 'Appearance',
    computer: 'This computer',
    activity: 'Activity',
    about: 'About',
  },
  saved: (field: string) => `${field} saved.`,
  notSaved: (field: string) => `${field} was not saved.`,
  wholeNumber: 'A whole number',
  notAnswering: 'Counterbell does not answer at the moment. Try again when it is back.',
  loadFailed: 'This could not be loaded.',
  tryAgain: 'Try again',
} as const;

export const profileWords = {
  lead: 'How customers see you when you answer.',
  name: 'Your name',
  nameHint: 'Stands beside your replies, in the customer’s chat window too.',
  photo: 'Photo address',
  photoHint: 'A link to a picture of you, 128 by 128 pixels or so. Chat windows that show pictures use it.',
  photoPlaceholder: 'https://',
  preview: 'A customer sees',
  previewLine: 'Hello! How can I help?',
} as const;

export const appearanceWords = {
  lead: 'Kept on this device, for you alone.',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'As the system' },
  themeHint: '“As the system” follows your computer’s light or dark setting.',
  density: 'Inbox rows',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  densityHint: 'Compact shows more chats at once.',
  characterKeys: 'Single-letter shortcuts',
  characterKeysHint: 'T takes a chat, E closes it, ? lists all keys. Switched off, such a key only writes; keys with Ctrl or Alt go on working.',
  sample: [
    { name: 'Anna Petrova', words: 'Is the blue one in stock?', age: '3 min' },
    { name: 'Tom Baker', words: 'Thank you, that is all.', age: '14:05' },
  ],
} as const;

export const aboutWords = {
  lead: 'Counterbell keeps every conversation on this computer. There is no account and no cloud.',
  version: 'Version',
  listener: 'Listener on this computer',
  listenerHint: 'Where messages from your website or app arrive.',
  publicUrl: 'Public address',
  publicUrlHint: 'What the outside world calls instead. The addresses of your channels begin with it.',
  noPublicUrl: 'None. Only programs on this computer can reach the listener.',
  openConnection: 'Open Connection',
  copyListener: 'Copy listener address',
  copyPublicUrl: 'Copy public address',
} as const;
