import type { Catalogue } from '../catalogue.ts';

export const notes = {
  kinds: 'Was Sie schreiben',
  reply: 'Antwort',
  note: 'Notiz',
  writeNote: 'Notiz schreiben',
  by: 'Notiz von {{author}}',
  placeholder: 'Notiz für Ihre Kollegen und Sie selbst',
  onlyOperators: 'Nur Mitarbeiter sehen das',
  filesStay: 'Was angehängt ist, bleibt bei Ihrer Antwort.',
  add: 'Notiz hinzufügen',
  notAdded: 'Ihre Notiz wurde nicht hinzugefügt; sie steht wieder im Eingabefeld.',
  length: '{{length}} von {{most}}',
} as const satisfies Catalogue;
