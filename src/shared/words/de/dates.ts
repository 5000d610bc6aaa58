import type { Catalogue } from '../catalogue.ts';

export const dates = {
  now: 'jetzt',
  minutes_one: '{{count}} min',
  minutes_other: '{{count}} min',
  yesterday: 'gestern',
  'day.today': 'Heute',
  'day.yesterday': 'Gestern',
  dayOfYear: '{{day}} {{year}}',
  dayAndTime: '{{day}} {{time}}',
  yesterdayAt: 'gestern {{time}}',
  full: '{{day}}, {{time}}',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} Tag',
  days_other: '{{count}} Tage',
} as const satisfies Catalogue;
