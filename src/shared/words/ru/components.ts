import type { Catalogue } from '../catalogue.ts';

export const components = {
  milliseconds: '{{amount}} мс',
  seconds: '{{amount}} с',
  cancel: 'Отмена',
  close: 'Закрыть',
  copied: 'Скопировано',
  copy: 'Копировать',
  dismiss: 'Скрыть',
  notifications: 'Уведомления',
  notCopied: 'Не скопировано.',
  notCopiedMore: 'Покажите текст, выделите его и скопируйте вручную.',
  undo: 'Отменить',
  waiting: 'ждёт',
} as const satisfies Catalogue;
