import type { Catalogue } from '../catalogue.ts';

export const opening = {
  open: 'Open now',
  openUntil: 'Open now, until {{time}}',
  closed: 'Closed now',
  closedUntil: 'Closed now: opens {{time}}',
  holiday: 'Closed: {{name}}',
  holidayUntil: 'Closed: {{name}}, opens {{time}}',
  dayAndTime: '{{day}} {{time}}',
} as const satisfies Catalogue;
