import type { Catalogue } from '../catalogue.ts';

export const language = {
  label: 'Язык',
  hint: 'Окно загрузится заново на выбранном языке. Черновики сохранятся.',
  asSystem: 'Как в системе',
} as const satisfies Catalogue;
