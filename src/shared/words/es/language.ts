import type { Catalogue } from '../catalogue.ts';

export const language = {
  label: 'Idioma',
  hint: 'La ventana se vuelve a cargar en el idioma elegido. Los borradores se conservan.',
  asSystem: 'El del sistema',
} as const satisfies Catalogue;
