import type { Catalogue } from '../catalogue.ts';

export const opening = {
  open: 'Abierto ahora',
  openUntil: 'Abierto ahora, hasta {{time}}',
  closed: 'Cerrado ahora',
  closedUntil: 'Cerrado ahora, abre {{time}}',
  holiday: 'Cerrado: {{name}}',
  holidayUntil: 'Cerrado: {{name}}, abre {{time}}',
  dayAndTime: 'el {{day}}, {{time}}',
} as const satisfies Catalogue;
