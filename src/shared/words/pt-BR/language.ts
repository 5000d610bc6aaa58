import type { Catalogue } from '../catalogue.ts';

export const language = {
  label: 'Idioma',
  hint: 'A janela é recarregada no idioma que você escolher. Os rascunhos ficam.',
  asSystem: 'Como no sistema',
} as const satisfies Catalogue;
