import type { Catalogue } from '../catalogue.ts';

export const dates = {
  now: 'ahora',
  minutes_one: '{{count}} min',
  minutes_other: '{{count}} min',
  minutes_many: '{{count}} min',
  yesterday: 'ayer',
  'day.today': 'Hoy',
  'day.yesterday': 'Ayer',
  dayOfYear: '{{day}} de {{year}}',
  dayAndTime: '{{day}} {{time}}',
  yesterdayAt: 'ayer {{time}}',
  full: '{{day}}, {{time}}',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} día',
  days_other: '{{count}} días',
  days_many: '{{count}} de días',
} as const satisfies Catalogue;
