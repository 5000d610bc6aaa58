import type { Catalogue } from '../catalogue.ts';

export const savedReplies = {
  title: 'Быстрые ответы',
  search: 'Поиск быстрых ответов',
  found_one: '{{count}} быстрый ответ. Enter вставляет.',
  found_few: '{{count}} быстрых ответа. Стрелки выбирают, Enter вставляет.',
  found_many: '{{count}} быстрых ответов. Стрелки выбирают, Enter вставляет.',
  found_other: '{{count}} быстрого ответа. Стрелки выбирают, Enter вставляет.',
  nothingFits: 'Ничего не найдено.',
  none: 'Быстрых ответов пока нет',
  noneMore: 'Здесь будет то, что вы часто пишете; чтобы найти, введите в сообщении /.',
  notLoaded: 'Не удалось загрузить быстрые ответы.',
  tryAgain: 'Повторить',
  manage: 'Настроить быстрые ответы',
  add: 'Добавить быстрые ответы',
} as const satisfies Catalogue;
