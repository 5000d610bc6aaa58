import type { Way } from '#shared/contract/connection.ts';
import { connection } from '#shared/words/en/connection.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('connection', connection);

/** What "Connection" says. */
export const connectionWords = {
  lead: say('lead'),
  failed: say('failed'),
  inUse: say('inUse'),
  ways: say('ways'),
  waysLead: say('waysLead'),
  means: say('means'),
  costs: say('costs'),
  address: say('address'),
  account: say('account'),
  limits: say('limits'),
  needs: say('needs'),
  privacy: say('privacy'),
  use: (way: string) => say('use', { way }),
  notUsed: say('notUsed'),
  more: say('more'),
  checkSeconds: say('checkSeconds'),
  checkSecondsHint: say('checkSecondsHint'),
  seconds: say('seconds'),
  perAddress: say('perAddress'),
  perAddressHint: say('perAddressHint'),
  perChannel: say('perChannel'),
  perChannelHint: say('perChannelHint'),
  aSecond: say('aSecond'),
  kilobytesPerAddress: say('kilobytesPerAddress'),
  kilobytesPerAddressHint: say('kilobytesPerAddressHint'),
  kilobytesPerChannel: say('kilobytesPerChannel'),
  kilobytesPerChannelHint: say('kilobytesPerChannelHint'),
  kilobytes: say('kilobytes'),
  newChats: say('newChats'),
  newChatsHint: say('newChatsHint'),
  aMinute: say('aMinute'),
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

export const wayWords: Record<Exclude<Way, 'tunnel'>, WayWords> &
  Record<'tunnel', Pick<WayWords, 'title' | 'inSentence' | 'means'>> = {
  local: {
    title: say('way.local.title'),
    inSentence: say('way.local.inSentence'),
    means: say('way.local.means'),
    costs: say('way.local.costs'),
    address: say('way.local.address'),
  },
  lan: {
    title: say('way.lan.title'),
    inSentence: say('way.lan.inSentence'),
    means: say('way.lan.means'),
    costs: say('way.lan.costs'),
    address: say('way.lan.address'),
  },
  own: {
    title: say('way.own.title'),
    inSentence: say('way.own.inSentence'),
    means: say('way.own.means'),
    costs: say('way.own.costs'),
    address: say('way.own.address'),
  },
  tunnel: {
    title: say('way.tunnel.title'),
    inSentence: say('way.tunnel.inSentence'),
    means: say('way.tunnel.means'),
  },
};

export const doorWords = {
  port: say('door.port'),
  portHint: say('door.portHint'),
  https: say('door.https'),
  httpsHint: say('door.httpsHint'),
  httpWarning: say('door.httpWarning'),
  certificate: say('door.certificate'),
  certificates: { made: say('door.certificates.made'), own: say('door.certificates.own') },
  certificateHints: {
    made: say('door.certificateHints.made'),
    own: say('door.certificateHints.own'),
  },
} as const;

export const lanWords = {
  addresses: say('lan.addresses'),
  addressesLead: say('lan.addressesLead'),
  addressesLater: say('lan.addressesLater'),
  noAddresses: say('lan.noAddresses'),
  likeliest: say('lan.likeliest'),
  copyAddress: (address: string) => say('lan.copyAddress', { address }),
  firewall: say('lan.firewall'),
  firewallLead: say('lan.firewallLead'),
  firewallOf: say('lan.firewallOf'),
} as const;

export const ownWords = {
  publicUrl: say('own.publicUrl'),
  publicUrlHint: say('own.publicUrlHint'),
  proxies: say('own.proxies'),
  proxiesHint: say('own.proxiesHint'),
  proxiesPlaceholder: '192.168.1.10, 10.0.0.0/8',
  proxiesRule: say('own.proxiesRule'),
  fromNetwork: say('own.fromNetwork'),
  fromNetworkHint: say('own.fromNetworkHint'),
  snippets: say('own.snippets'),
  snippetsLead: say('own.snippetsLead'),
  copySnippet: (server: string) => say('own.copySnippet', { server }),
} as const;

/** Of somebody who passes requests on and is not trusted. */
export const forwarderWords = {
  title: (address: string) => say('forwarder.title', { address }),
  hereTitle: (address: string) => say('forwarder.hereTitle', { address }),
  tunnelTitle: (address: string) => say('forwarder.tunnelTitle', { address }),
  more: say('forwarder.more'),
  trust: (address: string) => say('forwarder.trust', { address }),
  unlikelyTitle: (address: string) => say('forwarder.unlikelyTitle', { address }),
  unlikely: say('forwarder.unlikely'),
} as const;

/** At a command that one copies. */
export const snippetWords = {
  copyCommand: (system: string) => say('copyCommand', { system }),
} as const;
