import type { Catalogue } from '../catalogue.ts';

export const tunnelKinds = {
  'kind.ssh.title': 'Own server',
  'kind.ssh.inSentence': 'the tunnel through your server',
  'kind.cloudflare.title': 'Cloudflare',
  'kind.cloudflare.inSentence': 'the Cloudflare tunnel',
  'kind.ngrok.title': 'ngrok',
  'kind.ngrok.inSentence': 'the ngrok tunnel',
} as const satisfies Catalogue;
