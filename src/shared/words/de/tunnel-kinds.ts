import type { Catalogue } from '../catalogue.ts';

export const tunnelKinds = {
  'kind.ssh.title': 'Eigener Server',
  'kind.ssh.inSentence': 'Tunnel über Ihren Server',
  'kind.cloudflare.title': 'Cloudflare',
  'kind.cloudflare.inSentence': 'Cloudflare-Tunnel',
  'kind.ngrok.title': 'ngrok',
  'kind.ngrok.inSentence': 'ngrok-Tunnel',
} as const satisfies Catalogue;
