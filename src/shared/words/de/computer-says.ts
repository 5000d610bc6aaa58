import type { Catalogue } from '../catalogue.ts';

export const computerSays = {
  'vault.keychain': 'macOS-Schlüsselbund',
  'vault.windows': 'Windows-Datenschutz (DPAPI)',
  'vault.keyring': 'Schlüsselbund des Systems',
  'vault.keyFile': 'Schlüsseldatei im Datenordner, die nur dieser Benutzer lesen kann',
  'vault.keyFileOnly':
    'Schlüsseldatei im Datenordner, die nur dieser Benutzer lesen kann (dieses System bietet keinen Schlüsselbund)',
  'vault.keyFileLocked':
    'eine Schlüsseldatei im Datenordner, die nur dieser Benutzer lesen kann (der Schlüsselbund des Systems ist gesperrt oder nicht erreichbar)',
  'vault.given': 'Schlüssel in COUNTERBELL_KEY',
  'notification.none': 'Dieses System zeigt keine Benachrichtigungen',
  'notification.notShown': 'Das System hat sie nicht gezeigt',
  'notification.noBus': 'Diese Desktop-Sitzung hat keinen Nachrichtenbus',
  'notification.noService': 'Kein Dienst auf diesem Desktop zeigt Benachrichtigungen',
  'update.silent': 'die Quelle der Updates antwortet nicht',
  'update.status': 'die Quelle der Updates antwortete mit Fehler {{status}}',
  'update.foreign': 'das Angebotene stammt nicht von den Herstellern dieser App und wurde verworfen',
  'update.unreadable': 'das Angebotene war nicht lesbar',
} as const satisfies Catalogue;
