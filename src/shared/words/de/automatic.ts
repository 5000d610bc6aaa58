import type { Catalogue } from '../catalogue.ts';

export const automatic = {
  'by.greeting': '{{channelName}}, automatische Begrüßung',
  'by.away': '{{channelName}}, automatische Abwesenheitsnachricht',
} as const satisfies Catalogue;
