import type { Catalogue } from '../catalogue.ts';

export const messageKinds = {
  photo: 'Фото',
  video: 'Видео',
  audio: 'Аудио',
  voice: 'Голосовое',
  sticker: 'Стикер',
  document: 'Файл',
  location: 'Геопозиция',
  you: 'Вы',
  bot: 'Бот',
} as const satisfies Catalogue;
