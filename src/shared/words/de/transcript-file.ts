import type { Catalogue } from '../catalogue.ts';

export const transcriptFile = {
  titleOfChat: 'Chat {{id}} mit {{customer}}',
  titleOfPeriod: 'Chats vom {{first}} bis {{last}}',
  titleOfChannel: 'Chats vom {{first}} bis {{last}}, {{channel}}',
  chat: 'Chat {{id}}',
  began: 'begonnen {{moment}}',
  closed: 'geschlossen {{moment}}',
  stillOpen: 'noch offen',
  rated: 'bewertet mit {{rate}} von 5',
  visitor: 'Besucher',
  removedChannel: 'Entfernter Kanal',
  operator: 'Mitarbeiter',
  bot: 'Bot',
  byBot: '{{name}} (Bot)',
  byNote: '{{name}} (Notiz, für den Kunden nicht zu sehen)',
  automatically: '{{name}} (automatisch)',
  notSent: 'nicht gesendet',
  notDelivered: 'nicht zugestellt',
} as const satisfies Catalogue;
