import type { Catalogue } from '../catalogue.ts';

export const dates = {
  now: 'сейчас',
  minutes_one: '{{count}} мин',
  minutes_few: '{{count}} мин',
  minutes_many: '{{count}} мин',
  minutes_other: '{{count}} мин',
  yesterday: 'вчера',
  'day.today': 'Сегодня',
  'day.yesterday': 'Вчера',
  dayOfYear: '{{day}} {{year}} г.',
  dayAndTime: '{{day}} {{time}}',
  yesterdayAt: 'вчера {{time}}',
  full: '{{day}}, {{time}}',
  hoursAndMinutes: '{{hours}} ч {{minutes}} мин',
  days_one: '{{count}} день',
  days_few: '{{count}} дня',
  days_many: '{{count}} дней',
  days_other: '{{count}} дня',
} as const satisfies Catalogue;
