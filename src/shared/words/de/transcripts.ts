import type { Catalogue } from '../catalogue.ts';

export const transcripts = {
  titleOfChat: 'Chatverlauf speichern',
  leadOfChat: 'Alles, was in diesem Chat gesagt wurde, als Datei.',
  titleOfPeriod: 'Chatverläufe speichern',
  leadOfPeriod:
    'Alles, was in den Chats gesagt wurde, die in diesem Zeitraum begannen, in einer Datei: {{span}}, {{channel}}.',
  format: 'Als',
  'format.text': 'Text',
  'format.html': 'Seite zum Lesen und Drucken (HTML)',
  'format.json': 'Für Programme (JSON)',
  notes: 'Mit internen Notizen',
  notesHint: 'Notizen sind für Mitarbeiter. Lassen Sie sie weg, wenn ein Kunde die Datei bekommt.',
  save: 'Speichern',
  cancel: 'Abbrechen',
} as const satisfies Catalogue;
