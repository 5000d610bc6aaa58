import type { Catalogue } from '../catalogue.ts';

export const automatic = {
  'by.greeting': '{{channelName}}, автоприветствие',
  'by.away': '{{channelName}}, автоответ',
} as const satisfies Catalogue;
