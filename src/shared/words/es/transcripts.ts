import type { Catalogue } from '../catalogue.ts';

export const transcripts = {
  titleOfChat: 'Guardar una transcripción',
  leadOfChat: 'Todo lo que se dijo en este chat, en un archivo.',
  titleOfPeriod: 'Guardar transcripciones',
  leadOfPeriod:
    'Todo lo que se dijo en los chats que empezaron en este período, en un solo archivo: {{span}}, {{channel}}.',
  format: 'Como',
  'format.text': 'Texto',
  'format.html': 'Página para leer e imprimir (HTML)',
  'format.json': 'Para programas (JSON)',
  notes: 'Con notas privadas',
  notesHint: 'Las notas son para los operadores. No las incluya en lo que entrega a un cliente.',
  save: 'Guardar',
  cancel: 'Cancelar',
} as const satisfies Catalogue;
