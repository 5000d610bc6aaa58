import type { Catalogue } from '../catalogue.ts';

export const messageKinds = {
  photo: 'Foto',
  video: 'Video',
  audio: 'Audio',
  voice: 'Sprachnachricht',
  sticker: 'Sticker',
  document: 'Datei',
  location: 'Standort',
  you: 'Sie',
  bot: 'Bot',
} as const satisfies Catalogue;
