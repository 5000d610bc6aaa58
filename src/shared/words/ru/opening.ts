import type { Catalogue } from '../catalogue.ts';

export const opening = {
  open: 'Сейчас открыто',
  openUntil: 'Сейчас открыто, закрытие: {{time}}',
  closed: 'Сейчас закрыто',
  closedUntil: 'Сейчас закрыто, открытие: {{time}}',
  holiday: 'Закрыто: {{name}}',
  holidayUntil: 'Закрыто: {{name}}, открытие: {{time}}',
  dayAndTime: '{{day}}, {{time}}',
} as const satisfies Catalogue;
