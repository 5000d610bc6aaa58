import type { Catalogue } from '../catalogue.ts';

export const messageKinds = {
  photo: 'Foto',
  video: 'Vídeo',
  audio: 'Audio',
  voice: 'Mensaje de voz',
  sticker: 'Sticker',
  document: 'Archivo',
  location: 'Ubicación',
  you: 'Usted',
  bot: 'Bot',
} as const satisfies Catalogue;
