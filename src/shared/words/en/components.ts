import type { Catalogue } from '../catalogue.ts';

export const components = {
  milliseconds: '{{amount}} ms',
  seconds: '{{amount}} s',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  notCopied: 'Not copied.',
  notCopiedMore: 'Show the text, select it and copy it by hand.',
  undo: 'Undo',
  waiting: 'waiting',
} as const satisfies Catalogue;
