import type { Catalogue } from '../catalogue.ts';

export const signIn = {
  title: 'Entrar no Counterbell',
  lead: 'Informe a sua chave de acesso.',
  key: 'Chave de acesso',
  whereTitle: 'Onde está a minha chave?',
  where:
    'Está no link mostrado onde o Counterbell foi iniciado: o que vem depois de “key=”. Abrir esse link também faz você entrar.',
  submit: 'Entrar',
  show: 'Mostrar a chave',
  hide: 'Ocultar a chave',
  'problems.empty': 'Informe primeiro a chave de acesso.',
  'problems.wrongKey': 'O Counterbell não conhece esta chave. Verifique se ela foi copiada inteira.',
  'problems.tooManyTries': 'Esta chave também está errada. Confira antes de tentar de novo.',
  'problems.unreachable': 'O Counterbell não responde. Verifique se ele está em execução e tente de novo.',
} as const satisfies Catalogue;
