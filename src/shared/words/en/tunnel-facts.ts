import type { Catalogue } from '../catalogue.ts';

export const tunnelFacts = {
  'ssh.name': 'SSH to your own server',
  'ssh.about': 'A server of your own passes requests on to this computer.',
  'ssh.cost': 'Costs what the server costs; nothing beside it.',
  'ssh.address':
    'The address stays the same: the server’s name and a port, or whatever a web server there makes of it.',
  'ssh.account': 'No account, only a user on the server.',
  'ssh.limits': 'No limits but the server’s. HTTPS is there only if a web server on the server adds it.',
  'ssh.needs':
    'A server that is always on, with SSH and AllowTcpForwarding. Where no web server stands in front, also GatewayPorts clientspecified, the listening address 0.0.0.0, and the port open in its firewall.',
  'ssh.privacy': 'Encrypted up to your server; only you and it can read along.',
  'cloudflareQuick.name': 'Cloudflare, quick tunnel',
  'cloudflareQuick.about': 'Cloudflare gives this computer an address for as long as the tunnel runs.',
  'cloudflareQuick.cost': 'Free.',
  'cloudflareQuick.address':
    'A new address at every start: your website has to be told each time. Good for trying things out.',
  'cloudflareQuick.account': 'No account.',
  'cloudflareQuick.limits':
    'At most 200 requests at the same time, and no promise that it stays up. How often a new one is made is limited, too.',
  'cloudflareQuick.needs': 'The program cloudflared on this computer.',
  'cloudflareQuick.privacy': 'HTTPS ends at Cloudflare, which can read what passes through.',
  'cloudflareNamed.name': 'Cloudflare, named tunnel',
  'cloudflareNamed.about': 'A tunnel that you set up once at Cloudflare, under a name of your own domain.',
  'cloudflareNamed.cost': 'Free for this purpose; the domain costs what it costs.',
  'cloudflareNamed.address': 'The address stays the same.',
  'cloudflareNamed.account': 'A Cloudflare account, with a domain in it.',
  'cloudflareNamed.limits': 'No limit that a shop would meet.',
  'cloudflareNamed.needs':
    'The program cloudflared on this computer, the tunnel’s token, and at Cloudflare a public hostname whose service is the address shown here: that port stays the same.',
  'cloudflareNamed.privacy': 'HTTPS ends at Cloudflare, which can read what passes through.',
  'ngrok.name': 'ngrok',
  'ngrok.about': 'ngrok gives this computer an address of its domain, or one of yours.',
  'ngrok.cost': 'Free within its limits; more, and a domain of your own, is paid by the month.',
  'ngrok.address': 'The address stays the same: each account has one.',
  'ngrok.account': 'An ngrok account, with its authtoken.',
  'ngrok.limits':
    'Free: 20,000 requests and 1 GB a month, three agents at a time, and whoever opens the rating page sees a notice of ngrok first.',
  'ngrok.needs': 'Nothing to install.',
  'ngrok.privacy': 'HTTPS ends at ngrok, which can read what passes through.',
} as const satisfies Catalogue;
