import type { Catalogue } from '../catalogue.ts';

export const opening = {
  open: 'Jetzt geöffnet',
  openUntil: 'Jetzt geöffnet, bis {{time}}',
  closed: 'Jetzt geschlossen',
  closedUntil: 'Jetzt geschlossen: öffnet {{time}}',
  holiday: 'Geschlossen: {{name}}',
  holidayUntil: 'Geschlossen: {{name}}, öffnet {{time}}',
  dayAndTime: '{{day}} {{time}}',
} as const satisfies Catalogue;
