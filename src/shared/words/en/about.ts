import type { Catalogue } from '../catalogue.ts';

export const about = {
  lead: 'Counterbell keeps every conversation on this computer. There is no account and no cloud.',
  version: 'Version',
  listener: 'Listener on this computer',
  listenerHint: 'Where messages from your website or app arrive.',
  publicUrl: 'Public address',
  publicUrlHint: 'What the outside world calls instead. The addresses of your channels begin with it.',
  noPublicUrl: 'None. Only programs on this computer can reach the listener.',
  openConnection: 'Open Connection',
  copyListener: 'Copy listener address',
  copyPublicUrl: 'Copy public address',
} as const satisfies Catalogue;
