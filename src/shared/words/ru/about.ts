import type { Catalogue } from '../catalogue.ts';

export const about = {
  lead: 'Counterbell хранит всю переписку на этом компьютере. Ни аккаунта, ни облака.',
  version: 'Версия',
  listener: 'Приёмник на этом компьютере',
  listenerHint: 'Сюда приходят сообщения с вашего сайта или из приложения.',
  publicUrl: 'Публичный адрес',
  publicUrlHint: 'К нему обращаются снаружи. С него начинаются адреса каналов.',
  noPublicUrl: 'Нет. Приёмник доступен только программам на этом компьютере.',
  openConnection: 'Открыть «Подключение»',
  copyListener: 'Копировать адрес приёмника',
  copyPublicUrl: 'Копировать публичный адрес',
} as const satisfies Catalogue;
