import type { Catalogue } from '../catalogue.ts';

export const automatic = {
  'by.greeting': '{{channelName}}, saludo automático',
  'by.away': '{{channelName}}, mensaje de ausencia automático',
} as const satisfies Catalogue;
