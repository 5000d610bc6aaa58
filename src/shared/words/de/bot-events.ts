import type { Catalogue } from '../catalogue.ts';

export const botEvents = {
  CLIENT_MESSAGE: 'Nachricht des Kunden an den Bot',
  AGENT_UNAVAILABLE: 'Dem Bot gesagt, dass niemand erreichbar ist',
  CHAT_CLOSED: 'Dem Bot gesagt, dass der Chat beendet ist',
  CLIENT_RATED: 'Dem Bot die Bewertung des Kunden gesagt',
  BOT_MESSAGE: 'Nachricht vom Bot',
  INVITE_AGENT: 'Bot rief einen Menschen',
  CLIENT_INFO: 'Kontaktdaten vom Bot',
  INIT_RATE: 'Bot bat um eine Bewertung',
  unknown: 'Etwas, das der Bot nicht senden darf',
  unreadable: 'Ein Ereignis, das zu lang oder kein JSON ist',
} as const satisfies Catalogue;
