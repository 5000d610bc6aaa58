import type { Catalogue } from '../catalogue.ts';

export const components = {
  milliseconds: '{{amount}} ms',
  seconds: '{{amount}} s',
  cancel: 'Cancelar',
  close: 'Fechar',
  copied: 'Copiado',
  copy: 'Copiar',
  dismiss: 'Dispensar',
  notifications: 'Notificações',
  notCopied: 'Não foi copiado.',
  notCopiedMore: 'Mostre o texto, selecione e copie manualmente.',
  undo: 'Desfazer',
  waiting: 'espera',
} as const satisfies Catalogue;
