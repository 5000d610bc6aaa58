import type { Catalogue } from '../catalogue.ts';

export const blocked = {
  lead: 'Их сообщения принимаются как обычно, но не хранятся, не показываются и не идут боту, а только считаются. Заблокировать клиента можно в его карточке.',
  emptyTitle: 'Заблокированных нет',
  empty: 'Заблокировать клиента можно внизу его карточки.',
  list: 'Все заблокированные клиенты',
  visitor: 'Посетитель',
  removedChannel: 'Удалённый канал',
  via: '{{channel}}, ID {{id}}',
  by: 'Блокировка: {{operator}}, {{date}}',
  count_zero: 'С тех пор сообщений нет',
  count_one: 'С тех пор {{count}} сообщение',
  count_few: 'С тех пор {{count}} сообщения',
  count_many: 'С тех пор {{count}} сообщений',
  count_other: 'С тех пор {{count}} сообщения',
  last: '{{messages}}, последнее: {{date}}',
  unblock: 'Разблокировать',
  unblockOf: 'Разблокировать: {{name}}',
  unblocked: 'Клиент разблокирован: {{name}}.',
  notUnblocked: 'Клиент не разблокирован.',
  notBlocked: 'Клиент не заблокирован.',
  more: 'Показать ещё',
} as const satisfies Catalogue;
