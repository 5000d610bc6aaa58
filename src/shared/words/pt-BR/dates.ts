import type { Catalogue } from '../catalogue.ts';

export const dates = {
  now: 'agora',
  minutes_one: '{{count}} min',
  minutes_other: '{{count}} min',
  minutes_many: '{{count}} min',
  yesterday: 'ontem',
  'day.today': 'Hoje',
  'day.yesterday': 'Ontem',
  dayOfYear: '{{day}} de {{year}}',
  dayAndTime: '{{day}}, {{time}}',
  yesterdayAt: 'ontem, {{time}}',
  full: '{{day}}, {{time}}',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} dia',
  days_other: '{{count}} dias',
  days_many: '{{count}} de dias',
} as const satisfies Catalogue;
