import type { Catalogue } from '../catalogue.ts';

export const botEvents = {
  CLIENT_MESSAGE: 'Сообщение клиента боту',
  AGENT_UNAVAILABLE: 'Боту: сейчас никто не может ответить',
  CHAT_CLOSED: 'Боту: чат закрыт',
  CLIENT_RATED: 'Боту: оценка клиента',
  BOT_MESSAGE: 'Сообщение бота',
  INVITE_AGENT: 'Бот зовёт человека',
  CLIENT_INFO: 'Контакты от бота',
  INIT_RATE: 'Бот просит оценку',
  unknown: 'То, чего бот присылать не может',
  unreadable: 'Событие слишком длинное или не JSON',
} as const satisfies Catalogue;
