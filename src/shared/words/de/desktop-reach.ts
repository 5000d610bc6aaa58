import type { Catalogue } from '../catalogue.ts';

export const desktopReach = {
  local: 'Nur dieser Computer erreicht Counterbell',
  checking: 'Wird geprüft, ob Kunden Sie erreichen …',
  'checking.network': 'Wird geprüft, ob Ihr Netzwerk Sie erreicht …',
  reachable: 'Kunden erreichen Sie unter {{host}}',
  'reachable.network': 'Ihr Netzwerk erreicht Sie unter {{host}}',
  unreachable: 'Kunden erreichen Sie nicht, seit {{since}}',
  'unreachable.network': 'Ihr Netzwerk erreicht Sie nicht, seit {{since}}',
  broken: 'Kunden erreichen Sie nicht',
  'broken.network': 'Ihr Netzwerk erreicht Sie nicht',
  flood: 'Zu viele neue Kunden schreiben',
  'flood.more':
    'Einige sollen es später wieder versuchen; offene Chats betrifft das nicht. Wenn Sie jemand überflutet, schließen oder löschen Sie diese Chats unter Einstellungen > Daten.',
  moved: 'Ihre öffentliche Adresse hat sich geändert',
  'moved.more': 'Websites, Apps und Bots mit {{formerUrl}} brauchen die neuen Adressen: {{url}}',
  dayAndTime: '{{day}} {{time}}',
} as const satisfies Catalogue;
