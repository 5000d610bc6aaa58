import type { Catalogue } from '../catalogue.ts';

export const messageKinds = {
  photo: 'Foto',
  video: 'Vídeo',
  audio: 'Áudio',
  voice: 'Mensagem de voz',
  sticker: 'Figurinha',
  document: 'Arquivo',
  location: 'Localização',
  you: 'Você',
  bot: 'Bot',
} as const satisfies Catalogue;
