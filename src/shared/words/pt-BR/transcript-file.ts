import type { Catalogue } from '../catalogue.ts';

export const transcriptFile = {
  titleOfChat: 'Conversa {{id}} com {{customer}}',
  titleOfPeriod: 'Conversas de {{first}} a {{last}}',
  titleOfChannel: 'Conversas de {{first}} a {{last}}, {{channel}}',
  chat: 'Conversa {{id}}',
  began: 'começou {{moment}}',
  closed: 'encerrada {{moment}}',
  stillOpen: 'ainda aberta',
  rated: 'avaliada com {{rate}} de 5',
  visitor: 'Visitante',
  removedChannel: 'Canal removido',
  operator: 'Operador',
  bot: 'Bot',
  byBot: '{{name}} (bot)',
  byNote: '{{name}} (nota, o cliente não vê)',
  automatically: '{{name}} (automático)',
  notSent: 'não enviada',
  notDelivered: 'não entregue',
} as const satisfies Catalogue;
