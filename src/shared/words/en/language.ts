import type { Catalogue } from '../catalogue.ts';

export const language = {
  label: 'Language',
  hint: 'The window is loaded anew in the language that you choose. Drafts stay.',
  asSystem: 'As the system',
} as const satisfies Catalogue;
