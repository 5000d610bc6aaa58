import type { Catalogue } from '../catalogue.ts';

export const messageKinds = {
  photo: 'Photo',
  video: 'Video',
  audio: 'Audio',
  voice: 'Voice message',
  sticker: 'Sticker',
  document: 'File',
  location: 'Location',
  you: 'You',
  bot: 'Bot',
} as const satisfies Catalogue;
