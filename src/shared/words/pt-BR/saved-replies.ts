import type { Catalogue } from '../catalogue.ts';

export const savedReplies = {
  title: 'Respostas prontas',
  search: 'Buscar respostas prontas',
  found_one: '{{count}} resposta pronta. Enter insere.',
  found_other: '{{count}} respostas prontas. As setas escolhem, Enter insere.',
  found_many: '{{count}} de respostas prontas. As setas escolhem, Enter insere.',
  nothingFits: 'Nenhuma resposta pronta corresponde.',
  none: 'Nenhuma resposta pronta ainda',
  noneMore: 'O que você diz sempre fica aqui à mão; digite / em uma mensagem para encontrar.',
  notLoaded: 'Não foi possível carregar as respostas prontas.',
  tryAgain: 'Tentar de novo',
  manage: 'Gerenciar respostas prontas',
  add: 'Adicionar respostas prontas',
} as const satisfies Catalogue;
