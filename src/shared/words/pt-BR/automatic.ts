import type { Catalogue } from '../catalogue.ts';

export const automatic = {
  'by.greeting': '{{channelName}}, saudação automática',
  'by.away': '{{channelName}}, mensagem automática de ausência',
} as const satisfies Catalogue;
