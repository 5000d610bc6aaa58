import type { Catalogue } from '../catalogue.ts';

export const reachNotice = {
  'notice.openConnection': 'Verbindung öffnen',
  'notice.moved': 'Die öffentliche Adresse hat sich geändert.',
  'notice.before': 'Vorher:',
  'notice.now': 'Jetzt:',
  'notice.movedMore':
    'Wer Ihre Website oder App gebaut hat, muss die neuen Adressen Ihrer Kanäle verwenden; Bot-Anbieter die Ihrer Bots. Bis dahin kommt von dort nichts an.',
  'notice.showAddresses': 'Kanäle zeigen',
  'notice.told': 'Ich habe es weitergesagt',
  'notice.movedPort':
    'Port {{from}} wird von einem anderen Programm genutzt, deshalb verwendet Counterbell Port {{to}}.',
  'notice.movedPortMore':
    'Dabei bleibt es ab jetzt. Wenn ein Webserver oder Programm auf diesem Computer Port {{from}} aufruft, tragen Sie dort {{to}} ein.',
  'notice.understood': 'Verstanden',
  'notice.endingMore': 'Danach kommt über HTTPS niemand mehr durch. Importieren Sie vorher das neuere.',
  'notice.flood': 'Zu viele neue Kunden schreiben an {{channel}}.',
  'notice.floodMore_one':
    'Seit {{since}} wurde eine Anfrage abgewiesen; offene Chats betrifft das nicht. Wenn Sie jemand überflutet, schließen oder löschen Sie diese Chats auf einmal.',
  'notice.floodMore_other':
    'Seit {{since}} wurden {{count}} Anfragen abgewiesen; offene Chats betrifft das nicht. Wenn Sie jemand überflutet, schließen oder löschen Sie diese Chats auf einmal.',
  'notice.floodLimits': 'Grenzen öffnen',
  'notice.floodClear': 'Chats schließen oder löschen',
  'notice.onlyHere': 'Nur Programme auf diesem Computer können diese Adressen aufrufen.',
  'notice.onlyHereMore': 'Um Ihre Website oder App hereinzulassen, wählen Sie einen Zugang unter',
  'notice.onlyNetwork': 'Nur Geräte in Ihrem lokalen Netzwerk können diese Adressen aufrufen.',
  'notice.onlyNetworkMore': 'Für andere wählen Sie einen anderen Zugang unter',
  'notice.broken': 'Kunden erreichen diese Adressen gerade nicht.',
  'notice.brokenMore': 'Was nicht stimmt, steht unter',
  'notice.connection': 'Verbindung',
} as const satisfies Catalogue;
