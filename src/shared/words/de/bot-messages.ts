import type { Catalogue } from '../catalogue.ts';

export const botMessages = {
  bot: 'Bot',
  buttons: 'Schaltflächen',
  table: 'Tabelle',
  code: 'Code',
  done: 'erledigt',
  notDone: 'nicht erledigt',
  picture: 'Bild',
  got: 'bekam:',
  asPlainText: 'Als einfacher Text:',
  'heldBack.operatorHasIt':
    'Nicht gesendet: Ein Mitarbeiter hatte den Chat, als {{bot}} das schrieb. {{customer}} hat es nicht gesehen.',
  'heldBack.otherBotHasIt':
    'Nicht gesendet: Ein anderer Bot hatte den Chat, als {{bot}} das schrieb. {{customer}} hat es nicht gesehen.',
  'heldBack.handedOver':
    'Nicht gesendet: {{bot}} hatte den Chat schon an die Warteschlange abgegeben. {{customer}} hat es nicht gesehen.',
  'heldBack.chatClosed':
    'Nicht gesendet: Der Chat war beendet, als {{bot}} das schrieb. {{customer}} hat es nicht gesehen.',
  'heldBack.botDisabled':
    'Nicht gesendet: {{bot}} war ausgeschaltet, als das geschrieben wurde. {{customer}} hat es nicht gesehen.',
  'heldBack.noPlainText':
    'Nicht gesendet: Der Bot gab zu diesen Schaltflächen keinen einfachen Text, und dieser Kanal kann keine Schaltflächen zeigen.',
  'heldBack.notReachable':
    'Nicht gesendet: Nur dieser Computer könnte die Bewertungsseite öffnen. Richten Sie unter Einstellungen > Verbindung einen Zugang ein.',
} as const satisfies Catalogue;
