import type { Catalogue } from '../catalogue.ts';

export const about = {
  lead: 'O Counterbell guarda todas as conversas neste computador. Não há conta nem nuvem.',
  version: 'Versão',
  listener: 'Receptor neste computador',
  listenerHint: 'Onde chegam as mensagens do seu site ou app.',
  publicUrl: 'Endereço público',
  publicUrlHint: 'O que o mundo lá fora chama no lugar dele. Os endereços dos seus canais começam com ele.',
  noPublicUrl: 'Nenhum. Só programas neste computador podem acessar o receptor.',
  openConnection: 'Abrir Conexão',
  copyListener: 'Copiar endereço do receptor',
  copyPublicUrl: 'Copiar endereço público',
} as const satisfies Catalogue;
