import type { Catalogue } from '../catalogue.ts';

export const blocked = {
  lead: 'Lo que escriben recibe la respuesta de siempre, pero no se guarda, ni se muestra, ni llega a un bot: solo se cuenta. Se bloquea a un cliente en su ficha de contacto.',
  emptyTitle: 'No hay nadie bloqueado',
  empty: 'Se bloquea a un cliente al pie de su ficha de contacto.',
  list: 'Todos los clientes bloqueados',
  visitor: 'Visitante',
  removedChannel: 'Canal eliminado',
  via: '{{channel}}, id {{id}}',
  by: 'Bloqueado por {{operator}}, {{date}}',
  count_zero: 'Desde entonces no llegó nada',
  count_one: 'Desde entonces llegó {{count}} mensaje',
  count_other: 'Desde entonces llegaron {{count}} mensajes',
  count_many: 'Desde entonces llegaron {{count}} de mensajes',
  last: '{{messages}}, el último {{date}}',
  unblock: 'Desbloquear',
  unblockOf: 'Desbloquear a {{name}}',
  unblocked: '{{name}} puede escribir de nuevo.',
  notUnblocked: 'No se desbloqueó al cliente.',
  notBlocked: 'No se bloqueó al cliente.',
  more: 'Mostrar más',
} as const satisfies Catalogue;
