import type { Catalogue } from '../catalogue.ts';

export const about = {
  lead: 'Counterbell bewahrt jede Unterhaltung auf diesem Computer auf. Es gibt kein Konto und keine Cloud.',
  version: 'Version',
  listener: 'Empfangsdienst auf diesem Computer',
  listenerHint: 'Wo Nachrichten von Ihrer Website oder App ankommen.',
  publicUrl: 'Öffentliche Adresse',
  publicUrlHint: 'Was die Außenwelt stattdessen aufruft. Die Adressen Ihrer Kanäle beginnen damit.',
  noPublicUrl: 'Keine. Nur Programme auf diesem Computer erreichen den Empfangsdienst.',
  openConnection: 'Verbindung öffnen',
  copyListener: 'Adresse des Empfangsdienstes kopieren',
  copyPublicUrl: 'Öffentliche Adresse kopieren',
} as const satisfies Catalogue;
