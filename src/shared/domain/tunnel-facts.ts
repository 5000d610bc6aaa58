/** What a kind of tunnel asks for and keeps: sentences for people who choose between them. */
export interface TunnelFacts {
  readonly name: string;
  /** what it is, in one sentence */
  readonly about: string;
  readonly cost: string;
  /** whether the address stays the same */
  readonly address: string;
  readonly account: string;
  readonly limits: string;
  /** what has to be there before */
  readonly needs: string;
  /** who can read what passes through */
  readonly privacy: string;
}

/** A quick and a named tunnel of Cloudflare differ in all that counts. */
export type TunnelFactsKind = 'ssh' | 'cloudflareQuick' | 'cloudflareNamed' | 'ngrok';

/** As their providers said in 2026: prices and limits are theirs to change. */
export const TUNNEL_FACTS: Readonly<Record<TunnelFactsKind, TunnelFacts>> = {
  ssh: {
    name: 'SSH to your own server',
    about: 'A server of your own passes requests on to this computer.',
    cost: 'Costs what the server costs; nothing beside it.',
    address: 'The address stays the same: the server’s name and a port, or whatever a web server there makes of it.',
    account: 'No account, only a user on the server.',
    limits: 'No limits but the server’s. HTTPS is there only if a web server on the server adds it.',
    needs: 'A server that is always on, with SSH and AllowTcpForwarding. Where no web server stands in front, also GatewayPorts clientspecified, the listening address 0.0.0.0, and the port open in its firewall.',
    privacy: 'Encrypted up to your server; only you and it can read along.',
  },
  cloudflareQuick: {
    name: 'Cloudflare, quick tunnel',
    about: 'Cloudflare gives this computer an address for as long as the tunnel runs.',
    cost: 'Free.',
    address: 'A new address at every start: your website has to be told each time. Good for trying things out.',
    account: 'No account.',
    limits: 'At most 200 requests at the same time, and no promise that it stays up. How often a new one is made is limited, too.',
    needs: 'The program cloudflared on this computer.',
    privacy: 'HTTPS ends at Cloudflare, which can read what passes through.',
  },
  cloudflareNamed: {
    name: 'Cloudflare, named tunnel',
    about: 'A tunnel that you set up once at Cloudflare, under a name of your own domain.',
    cost: 'Free for this purpose; the domain costs what it costs.',
    address: 'The address stays the same.',
    account: 'A Cloudflare account, with a domain in it.',
    limits: 'No limit that a shop would meet.',
    needs: 'The program cloudflared on this computer, the tunnel’s token, and at Cloudflare a public hostname whose service is the address shown here: that port stays the same.',
    privacy: 'HTTPS ends at Cloudflare, which can read what passes through.',
  },
  ngrok: {
    name: 'ngrok',
    about: 'ngrok gives this computer an address of its domain, or one of yours.',
    cost: 'Free within its limits; more, and a domain of your own, is paid by the month.',
    address: 'The address stays the same: each account has one.',
    account: 'An ngrok account, with its authtoken.',
    limits: 'Free: 20,000 requests and 1 GB a month, three agents at a time, and whoever opens the rating page sees a notice of ngrok first.',
    needs: 'Nothing to install.',
    privacy: 'HTTPS ends at ngrok, which can read what passes through.',
  },
};
