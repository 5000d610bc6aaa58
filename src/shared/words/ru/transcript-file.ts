import type { Catalogue } from '../catalogue.ts';

export const transcriptFile = {
  titleOfChat: 'Чат {{id}}, клиент: {{customer}}',
  titleOfPeriod: 'Чаты с {{first}} по {{last}}',
  titleOfChannel: 'Чаты с {{first}} по {{last}}, {{channel}}',
  chat: 'Чат {{id}}',
  began: 'начат {{moment}}',
  closed: 'закрыт {{moment}}',
  stillOpen: 'ещё открыт',
  rated: 'оценка {{rate}} из 5',
  visitor: 'Посетитель',
  removedChannel: 'Удалённый канал',
  operator: 'Оператор',
  bot: 'Бот',
  byBot: '{{name}} (бот)',
  byNote: '{{name}} (заметка, клиент её не видит)',
  automatically: '{{name}} (автоматически)',
  notSent: 'не отправлено',
  notDelivered: 'не доставлено',
} as const satisfies Catalogue;
