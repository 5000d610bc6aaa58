import type { Catalogue } from '../catalogue.ts';

export const dates = {
  now: 'now',
  minutes_one: '{{count}} min',
  minutes_other: '{{count}} min',
  yesterday: 'yesterday',
  'day.today': 'Today',
  'day.yesterday': 'Yesterday',
  dayOfYear: '{{day}} {{year}}',
  dayAndTime: '{{day}} {{time}}',
  yesterdayAt: 'yesterday {{time}}',
  full: '{{day}}, {{time}}',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
} as const satisfies Catalogue;
