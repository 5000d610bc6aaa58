import type { Catalogue } from '../catalogue.ts';

export const botMessages = {
  bot: 'Бот',
  buttons: 'Кнопки',
  table: 'Таблица',
  code: 'Код',
  done: 'сделано',
  notDone: 'не сделано',
  picture: 'Картинка',
  got: 'видит:',
  asPlainText: 'Простым текстом:',
  'heldBack.operatorHasIt': 'Не отправлено ({{bot}}): чат уже был у оператора. {{customer}} этого не видит.',
  'heldBack.otherBotHasIt': 'Не отправлено ({{bot}}): чат уже был у другого бота. {{customer}} этого не видит.',
  'heldBack.handedOver': 'Не отправлено ({{bot}}): чат уже был в очереди. {{customer}} этого не видит.',
  'heldBack.chatClosed': 'Не отправлено ({{bot}}): чат уже был закрыт. {{customer}} этого не видит.',
  'heldBack.botDisabled': 'Не отправлено ({{bot}}): бот был выключен. {{customer}} этого не видит.',
  'heldBack.noPlainText': 'Не отправлено: к кнопкам нет простого текста от бота, а этот канал кнопок не показывает.',
  'heldBack.notReachable':
    'Не отправлено: страница оценки открылась бы только на этом компьютере. Настройте доступ: «Настройки > Подключение».',
} as const satisfies Catalogue;
