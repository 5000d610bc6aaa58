import type { Catalogue } from '../catalogue.ts';

export const tunnelKinds = {
  'kind.ssh.title': 'Servidor próprio',
  'kind.ssh.inSentence': 'o túnel pelo seu servidor',
  'kind.cloudflare.title': 'Cloudflare',
  'kind.cloudflare.inSentence': 'o túnel da Cloudflare',
  'kind.ngrok.title': 'ngrok',
  'kind.ngrok.inSentence': 'o túnel do ngrok',
} as const satisfies Catalogue;
