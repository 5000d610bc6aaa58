import type { Catalogue } from '../catalogue.ts';

export const reachNotice = {
  'notice.openConnection': 'Открыть «Подключение»',
  'notice.moved': 'Публичный адрес изменился.',
  'notice.before': 'Был:',
  'notice.now': 'Теперь:',
  'notice.movedMore': 'Тот, кто делает ваш сайт или приложение, должен вставить новые адреса каналов, провайдеры ботов — новые адреса ботов. До тех пор от них ничего не приходит.',
  'notice.showAddresses': 'Показать каналы',
  'notice.told': 'Все предупреждены',
  'notice.movedPort': 'Порт {{from}} занят другой программой, поэтому Counterbell использует порт {{to}}.',
  'notice.movedPortMore': 'Порт {{to}} останется за ним. Если к порту {{from}} обращается веб-сервер или программа на этом компьютере, укажите там {{to}}.',
  'notice.understood': 'Понятно',
  'notice.endingMore': 'После этого по HTTPS никто не пройдёт. Импортируйте новый заранее.',
  'notice.onlyHere': 'Эти адреса доступны только программам на этом компьютере.',
  'notice.onlyHereMore': 'Чтобы впустить сайт или приложение, выберите способ в разделе',
  'notice.onlyNetwork': 'Эти адреса доступны только устройствам в вашей локальной сети.',
  'notice.onlyNetworkMore': 'Для остальных выберите другой способ в разделе',
  'notice.broken': 'Сейчас клиенты не могут писать на эти адреса.',
  'notice.brokenMore': 'Что не так, сказано в разделе',
  'notice.connection': '«Подключение»',
} as const satisfies Catalogue;
