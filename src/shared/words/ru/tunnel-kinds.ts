import type { Catalogue } from '../catalogue.ts';

export const tunnelKinds = {
  'kind.ssh.title': 'Свой сервер',
  'kind.ssh.inSentence': 'туннель через ваш сервер',
  'kind.cloudflare.title': 'Cloudflare',
  'kind.cloudflare.inSentence': 'туннель Cloudflare',
  'kind.ngrok.title': 'ngrok',
  'kind.ngrok.inSentence': 'туннель ngrok',
} as const satisfies Catalogue;
