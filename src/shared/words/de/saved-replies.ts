import type { Catalogue } from '../catalogue.ts';

export const savedReplies = {
  title: 'Textbausteine',
  search: 'Textbausteine suchen',
  found_one: '1 Textbaustein. Enter setzt ihn ein.',
  found_other: '{{count}} Textbausteine. Pfeiltasten wählen, Enter setzt ein.',
  nothingFits: 'Kein Textbaustein passt.',
  none: 'Noch keine Textbausteine',
  noneMore: 'Was Sie oft sagen, liegt hier bereit; tippen Sie in einer Nachricht /, um es zu finden.',
  notLoaded: 'Die Textbausteine konnten nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  manage: 'Textbausteine verwalten',
  add: 'Textbausteine hinzufügen',
} as const satisfies Catalogue;
