import type { Catalogue } from '../catalogue.ts';

export const automatic = {
  'by.greeting': '{{channelName}}, automatic greeting',
  'by.away': '{{channelName}}, automatic away message',
} as const satisfies Catalogue;
