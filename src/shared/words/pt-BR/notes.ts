import type { Catalogue } from '../catalogue.ts';

export const notes = {
  kinds: 'O que você escreve',
  reply: 'Resposta',
  note: 'Nota',
  writeNote: 'Escrever uma nota',
  by: 'Nota de {{author}}',
  placeholder: 'Escreva uma nota para os colegas e para você',
  onlyOperators: 'Só os atendentes veem isto',
  filesStay: 'O que está anexado fica com a sua resposta.',
  add: 'Adicionar nota',
  notAdded: 'A sua nota não foi adicionada; ela voltou para a caixa.',
  length: '{{length}} de {{most}}',
} as const satisfies Catalogue;
