import type { Catalogue } from '../catalogue.ts';

export const reachNotice = {
  'notice.openConnection': 'Abrir Conexão',
  'notice.moved': 'O endereço público mudou.',
  'notice.before': 'Antes:',
  'notice.now': 'Agora:',
  'notice.movedMore':
    'Quem fez o seu site ou app precisa usar os novos endereços dos seus canais; os provedores de bots, os dos seus bots. Até lá, nada deles chega.',
  'notice.showAddresses': 'Mostrar canais',
  'notice.told': 'Já avisei',
  'notice.movedPort': 'Outro programa usa a porta {{from}}, então o Counterbell usa a {{to}}.',
  'notice.movedPortMore':
    'Ele fica com a {{to}} daqui em diante. Se um servidor web ou programa deste computador chama a porta {{from}}, coloque {{to}} lá.',
  'notice.understood': 'Entendi',
  'notice.endingMore': 'Depois disso, ninguém consegue entrar por HTTPS. Importe o mais novo antes.',
  'notice.flood': 'Clientes novos demais escrevem para {{channel}}.',
  'notice.floodMore_one':
    'Desde {{since}}, {{count}} requisição foi recusada; as conversas abertas não são afetadas. Se alguém está inundando você, encerre ou apague essas conversas de uma vez.',
  'notice.floodMore_other':
    'Desde {{since}}, {{count}} requisições foram recusadas; as conversas abertas não são afetadas. Se alguém está inundando você, encerre ou apague essas conversas de uma vez.',
  'notice.floodMore_many':
    'Desde {{since}}, {{count}} de requisições foram recusadas; as conversas abertas não são afetadas. Se alguém está inundando você, encerre ou apague essas conversas de uma vez.',
  'notice.floodLimits': 'Abrir limites',
  'notice.floodClear': 'Encerrar ou apagar conversas',
  'notice.onlyHere': 'Só programas neste computador podem chamar estes endereços.',
  'notice.onlyHereMore': 'Para o seu site ou app entrar, escolha uma forma de acesso em',
  'notice.onlyNetwork': 'Só aparelhos da sua rede local podem chamar estes endereços.',
  'notice.onlyNetworkMore': 'Para os outros, escolha outra forma de acesso em',
  'notice.broken': 'No momento, os clientes não conseguem chegar a estes endereços.',
  'notice.brokenMore': 'O que está errado aparece em',
  'notice.connection': 'Conexão',
} as const satisfies Catalogue;
