import type { Catalogue } from '../catalogue.ts';

export const tunnelKinds = {
  'kind.ssh.title': 'Servidor propio',
  'kind.ssh.inSentence': 'el túnel por su servidor',
  'kind.cloudflare.title': 'Cloudflare',
  'kind.cloudflare.inSentence': 'el túnel de Cloudflare',
  'kind.ngrok.title': 'ngrok',
  'kind.ngrok.inSentence': 'el túnel de ngrok',
} as const satisfies Catalogue;
