import type { Catalogue } from '../catalogue.ts';

export const transcriptFile = {
  titleOfChat: 'Chat {{id}} con {{customer}}',
  titleOfPeriod: 'Chats del {{first}} al {{last}}',
  titleOfChannel: 'Chats del {{first}} al {{last}}, {{channel}}',
  chat: 'Chat {{id}}',
  began: 'empezó {{moment}}',
  closed: 'cerrado {{moment}}',
  stillOpen: 'aún abierto',
  rated: 'valorado con {{rate}} de 5',
  visitor: 'Visitante',
  removedChannel: 'Canal eliminado',
  operator: 'Operador',
  bot: 'Bot',
  byBot: '{{name}} (bot)',
  byNote: '{{name}} (nota, el cliente no la ve)',
  automatically: '{{name}} (automático)',
  notSent: 'no enviado',
  notDelivered: 'no entregado',
} as const satisfies Catalogue;
