import type { Catalogue } from '../catalogue.ts';

export const language = {
  label: 'Sprache',
  hint: 'Das Fenster wird in der gewählten Sprache neu geladen. Entwürfe bleiben.',
  asSystem: 'Wie das System',
} as const satisfies Catalogue;
