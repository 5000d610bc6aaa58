import type { Catalogue } from '../catalogue.ts';

export const desktopReach = {
  local: 'Só este computador acessa o Counterbell',
  checking: 'Verificando se os clientes chegam até você…',
  'checking.network': 'Verificando se a sua rede chega até você…',
  reachable: 'Os clientes chegam até você em {{host}}',
  'reachable.network': 'A sua rede chega até você em {{host}}',
  unreachable: 'Os clientes não chegam até você desde {{since}}',
  'unreachable.network': 'A sua rede não chega até você desde {{since}}',
  broken: 'Os clientes não chegam até você',
  'broken.network': 'A sua rede não chega até você',
  flood: 'Clientes novos demais estão escrevendo',
  'flood.more':
    'Alguns recebem o aviso de tentar mais tarde; as conversas abertas não são afetadas. Se alguém está inundando você, encerre ou apague essas conversas em Configurações > Dados.',
  moved: 'O seu endereço público mudou',
  'moved.more': 'Sites, apps e bots que usam {{formerUrl}} precisam dos novos endereços: {{url}}',
  dayAndTime: '{{day}}, {{time}}',
} as const satisfies Catalogue;
