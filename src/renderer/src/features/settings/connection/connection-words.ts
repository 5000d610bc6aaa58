import type { Way } from '#shared/contract/connection.ts';

/** What "Connection" says. */
export const connectionWords = {
  lead: 'How messages from your website or app get to this computer.',
  failed: 'That did not work.',
  inUse: 'In use',
  ways: 'Way in',
  waysLead: 'One is in use at a time. Each keeps its settings, so you can look at all of them and come back.',
  means: 'What it is',
  costs: 'Costs',
  address: 'Address',
  account: 'Account',
  limits: 'Limits',
  needs: 'Needs',
  privacy: 'Privacy',
  use: (way: string) => `Use ${way}`,
  notUsed: 'It could not be put to use.',
  more: 'Limits and checks',
  checkSeconds: 'Look every',
  checkSecondsHint: 'How often Counterbell sends a request out to the public address to see whether it comes back.',
  seconds: 'seconds',
  perAddress: 'Requests from one address',
  perAddressHint: 'A second, from one computer outside. What comes faster is told to try again later. 0: as many as come.',
  perChannel: 'Requests for one channel',
  perChannelHint: 'A second, over all who write to it. Bots have limits of their own. 0: as many as come.',
  aSecond: 'a second',
} as const;

interface WayWords {
  readonly title: string;
  /** the title inside a sentence */
  readonly inSentence: string;
  /** what it means, in one sentence */
  readonly means: string;
  readonly costs: string;
  readonly address: string;
}

export const wayWords: Record<Exclude<Way, 'tunnel'>, WayWords> & Record<'tunnel', Pick<WayWords, 'title' | 'inSentence' | 'means'>> = {
  local: {
    title: 'This computer only',
    inSentence: 'this computer only',
    means: 'Only programs on this computer can write to you. Good for trying things out.',
    costs: 'Nothing. No door is open to anybody else.',
    address: 'Always the same, and of use on this computer only.',
  },
  lan: {
    title: 'Local network',
    inSentence: 'the local network',
    means: 'Devices in the same network, such as tills, tablets or a server in the shop, write to this computer directly.',
    costs: 'No account, and nothing leaves your network.',
    address: 'Stays as long as this computer keeps its address in the network. Your router can give it a fixed one.',
  },
  own: {
    title: 'Own address',
    inSentence: 'your own address',
    means: 'You have a domain, and a web server or your router passes requests on to this computer.',
    costs: 'What your domain and server cost you, and somebody who can set them up.',
    address: 'Stays as long as you keep the domain.',
  },
  tunnel: {
    title: 'Tunnel',
    inSentence: 'a tunnel',
    means: 'This computer calls a server on the internet, and customers come in through that call. Your router stays as it is.',
  },
};

export const doorWords = {
  port: 'Port',
  portHint: 'The door that others in the network knock at.',
  https: 'HTTPS',
  httpsHint: 'Encrypts what travels. Whoever writes has to trust the certificate below.',
  httpWarning: 'Everybody in the network can read what customers write, and learn the secret addresses of your channels.',
  certificate: 'Certificate',
  certificates: { made: 'Made here', own: 'Your own' },
  certificateHints: {
    made: 'Counterbell signs it and makes it anew before it ends. Each device has to be told once that it can trust Counterbell.',
    own: 'From a certificate authority that devices know already. You import it, and a newer one before it ends.',
  },
} as const;

export const lanWords = {
  addresses: 'Addresses of this computer',
  addressesLead: 'Channels use the first one. Devices in the network can use any.',
  addressesLater: 'What devices in the network call once this way is in use.',
  noAddresses: 'This computer is in no network at the moment.',
  likeliest: 'used for channels',
  copyAddress: (address: string) => `Copy ${address}`,
  firewall: 'Firewall',
  firewallLead: 'If nothing gets through, the firewall of this computer is the likeliest reason. Let this port in:',
  firewallOf: 'Firewall of',
} as const;

export const ownWords = {
  publicUrl: 'Public address',
  publicUrlHint: 'What your website or app calls. The addresses of your channels begin with it.',
  proxies: 'Trusted proxies',
  proxiesHint: 'Addresses of the web servers that pass requests on, apart by commas. Only what they say about the sender is believed. 127.0.0.1 for one on this computer.',
  proxiesPlaceholder: '192.168.1.10, 10.0.0.0/8',
  proxiesRule: 'Addresses or ranges, such as 192.168.1.10 or 10.0.0.0/8',
  fromNetwork: 'Open a port for the router or another computer',
  fromNetworkHint: 'For a port forward in your router, or a web server on another computer. Leave it off where the web server runs here.',
  snippets: 'For your web server',
  snippetsLead: 'Put this into its configuration; the certificate is its own business.',
  copySnippet: (server: string) => `Copy the configuration for ${server}`,
} as const;
