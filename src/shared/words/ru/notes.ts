import type { Catalogue } from '../catalogue.ts';

export const notes = {
  kinds: 'Что вы пишете',
  reply: 'Ответ',
  note: 'Заметка',
  writeNote: 'Написать заметку',
  by: 'Заметка: {{author}}',
  placeholder: 'Заметка для коллег и для себя',
  onlyOperators: 'Это видят только операторы',
  filesStay: 'Вложения остаются у вашего ответа.',
  add: 'Добавить заметку',
  notAdded: 'Заметка не добавлена и снова стоит в поле ввода.',
  length: '{{length}} из {{most}}',
} as const satisfies Catalogue;
