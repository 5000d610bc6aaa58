import type { Catalogue } from '../catalogue.ts';

export const transcripts = {
  titleOfChat: 'Salvar uma transcrição',
  leadOfChat: 'Tudo o que foi dito nesta conversa, em um arquivo.',
  titleOfPeriod: 'Salvar transcrições',
  leadOfPeriod: 'Tudo o que foi dito nas conversas que começaram neste período, em um arquivo: {{span}}, {{channel}}.',
  format: 'Formato',
  'format.text': 'Texto',
  'format.html': 'Página para ler e imprimir (HTML)',
  'format.json': 'Para programas (JSON)',
  notes: 'Com notas internas',
  notesHint: 'As notas são para atendentes. Deixe-as fora do que você entrega a um cliente.',
  save: 'Salvar',
  cancel: 'Cancelar',
} as const satisfies Catalogue;
