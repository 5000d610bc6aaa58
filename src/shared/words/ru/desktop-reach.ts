import type { Catalogue } from '../catalogue.ts';

export const desktopReach = {
  local: 'Counterbell доступен только с этого компьютера',
  checking: 'Проверяем, могут ли клиенты написать…',
  'checking.network': 'Проверяем, доступен ли компьютер из сети…',
  reachable: 'Клиенты пишут вам через {{host}}',
  'reachable.network': 'Из вашей сети вам пишут через {{host}}',
  unreachable: 'Клиенты не могут вам написать с {{since}}',
  'unreachable.network': 'Из вашей сети нет доступа с {{since}}',
  broken: 'Клиенты не могут вам написать',
  'broken.network': 'Из вашей сети нет доступа',
  flood: 'Пишет слишком много новых клиентов',
  'flood.more':
    'Некоторым предложено написать позже; открытых чатов это не касается. Если это атака, закройте или сотрите её чаты в разделе «Настройки > Данные».',
  moved: 'Публичный адрес изменился',
  'moved.more': 'Сайтам, приложениям и ботам с адресом {{formerUrl}} нужен новый: {{url}}',
  dayAndTime: '{{day}} {{time}}',
} as const satisfies Catalogue;
