import type { Catalogue } from '../catalogue.ts';

export const personal = {
  export: 'Daten exportieren',
  exportHint: 'Eine Datei mit allem, was über diesen Kunden bekannt ist. Sie liegt dann unter Einstellungen > Daten.',
  exporting: 'Der Export wird erstellt: Holen Sie ihn unter Einstellungen > Daten.',
  notExported: 'Der Export hat nicht begonnen.',
  erase: 'Endgültig löschen …',
  eraseTitle: '{{name}} endgültig löschen?',
  will: 'Alle Chats, Nachrichten, Notizen, Bewertungen, Dateien und Protokolleinträge dieses Kunden werden gelöscht, und die Datenbank wird neu geschrieben, damit nichts davon in ihr bleibt. In einer großen Installation steht sie dabei einige Sekunden still. Das lässt sich nicht rückgängig machen.',
  goes: 'Chats: {{chats}}. Nachrichten: {{messages}}. Dateien: {{files}}.',
  backups_one:
    '{{count}} Sicherung enthält diesen Kunden noch: Löschen Sie sie unter Einstellungen > Daten, wenn das wichtig ist.',
  backups_other:
    '{{count}} Sicherungen enthalten diesen Kunden noch: Löschen Sie sie unter Einstellungen > Daten, wenn das wichtig ist.',
  merged: 'Zusammengeführt mit: {{names}}.',
  withMerged: 'Alle Zusammengeführten löschen',
  mergedHint: 'Oder schließen Sie das und trennen Sie sie zuerst.',
  confirm: 'Zum Fortfahren eingeben: {{name}}',
  eraseConfirm: 'Endgültig löschen',
  cancel: 'Abbrechen',
  erasing: 'Der Kunde wird gelöscht.',
  notErased: 'Der Kunde wurde nicht gelöscht.',
} as const satisfies Catalogue;
