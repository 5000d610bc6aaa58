import type { Catalogue } from '../catalogue.ts';

export const components = {
  milliseconds: '{{amount}} ms',
  seconds: '{{amount}} s',
  cancel: 'Cancelar',
  close: 'Cerrar',
  copied: 'Copiado',
  copy: 'Copiar',
  dismiss: 'Descartar',
  notifications: 'Notificaciones',
  notCopied: 'No se copió.',
  notCopiedMore: 'Muestre el texto, selecciónelo y cópielo a mano.',
  undo: 'Deshacer',
  waiting: 'en espera',
} as const satisfies Catalogue;
