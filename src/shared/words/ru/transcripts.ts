import type { Catalogue } from '../catalogue.ts';

export const transcripts = {
  titleOfChat: 'Сохранить переписку',
  leadOfChat: 'Всё, что сказано в этом чате, одним файлом.',
  titleOfPeriod: 'Сохранить переписку',
  leadOfPeriod: 'Всё, что сказано в чатах, начатых за это время, одним файлом: {{span}}, {{channel}}.',
  format: 'Как',
  'format.text': 'Текст',
  'format.html': 'Страница для чтения и печати (HTML)',
  'format.json': 'Для программ (JSON)',
  notes: 'С личными заметками',
  notesHint: 'Заметки — для операторов. Не включайте их в то, что даёте клиенту.',
  save: 'Сохранить',
  cancel: 'Отмена',
} as const satisfies Catalogue;
