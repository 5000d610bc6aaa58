import type { Catalogue } from '../catalogue.ts';

export const opening = {
  open: 'Aberto agora',
  openUntil: 'Aberto agora, até {{time}}',
  closed: 'Fechado agora',
  closedUntil: 'Fechado agora: abre {{time}}',
  holiday: 'Fechado: {{name}}',
  holidayUntil: 'Fechado: {{name}}, abre {{time}}',
  dayAndTime: '{{day}} às {{time}}',
} as const satisfies Catalogue;
