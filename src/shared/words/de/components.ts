import type { Catalogue } from '../catalogue.ts';

export const components = {
  milliseconds: '{{amount}} ms',
  seconds: '{{amount}} s',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  dismiss: 'Ausblenden',
  notifications: 'Benachrichtigungen',
  notCopied: 'Nicht kopiert.',
  notCopiedMore: 'Zeigen Sie den Text, markieren Sie ihn und kopieren Sie ihn von Hand.',
  undo: 'Rückgängig',
  waiting: 'wartet',
} as const satisfies Catalogue;
