import type { Catalogue } from '../catalogue.ts';

export const blocked = {
  lead: 'O que eles escrevem é respondido como sempre, mas não fica guardado, não aparece e não vai para nenhum bot: é apenas contado. Bloqueie um cliente na ficha de contato.',
  emptyTitle: 'Ninguém bloqueado',
  empty: 'Bloqueie um cliente no fim da ficha de contato.',
  list: 'Todos os clientes bloqueados',
  visitor: 'Visitante',
  removedChannel: 'Canal removido',
  via: '{{channel}}, id {{id}}',
  by: 'Bloqueado por {{operator}}, {{date}}',
  count_zero: 'Nada chegou desde então',
  count_one: '{{count}} mensagem chegou desde então',
  count_other: '{{count}} mensagens chegaram desde então',
  count_many: '{{count}} de mensagens chegaram desde então',
  last: '{{messages}}, a última: {{date}}',
  unblock: 'Desbloquear',
  unblockOf: 'Desbloquear {{name}}',
  unblocked: 'Você desbloqueou {{name}}.',
  notUnblocked: 'O cliente não foi desbloqueado.',
  notBlocked: 'O cliente não foi bloqueado.',
  more: 'Mostrar mais',
} as const satisfies Catalogue;
