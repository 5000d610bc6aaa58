import type { ConnectionSecret } from '#shared/contract/connection.ts';
import { tunnel } from '#shared/words/en/tunnel.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('tunnel', tunnel);

/** What is said about tunnels. */
export const tunnelWords = {
  kinds: say('kinds'),
  kept: say('kept'),
  replace: say('replace'),
  remove: say('remove'),
  save: say('save'),
  cancel: say('cancel'),
  saved: (secret: string) => say('saved', { secret }),
  removed: (secret: string) => say('removed', { secret }),
  chooseFile: say('chooseFile'),
  fileUnreadable: say('fileUnreadable'),
} as const;

export const secretWords: Record<ConnectionSecret, string> = {
  sshPassword: say('secret.sshPassword'),
  sshKey: say('secret.sshKey'),
  sshPassphrase: say('secret.sshPassphrase'),
  cloudflareToken: say('secret.cloudflareToken'),
  ngrokToken: say('secret.ngrokToken'),
};

export const sshWords = {
  host: say('ssh.host'),
  hostHint: say('ssh.hostHint'),
  hostPlaceholder: say('ssh.hostPlaceholder'),
  user: say('ssh.user'),
  userHint: say('ssh.userHint'),
  auth: say('ssh.auth'),
  auths: { key: say('ssh.auths.key'), password: say('ssh.auths.password') },
  keyHint: say('ssh.keyHint'),
  passphraseHint: say('ssh.passphraseHint'),
  publicUrl: say('ssh.publicUrl'),
  publicUrlHint: (host: string, port: number) =>
    host === ''
      ? say('ssh.publicUrlHint.noHost', { port: String(port) })
      : say('ssh.publicUrlHint', { host, port: String(port) }),
  behindProxy: say('ssh.behindProxy'),
  behindProxyHint: say('ssh.behindProxyHint'),
  proxiesHint: say('ssh.proxiesHint'),
  more: say('ssh.more'),
  port: say('ssh.port'),
  portHint: say('ssh.portHint'),
  remotePort: say('ssh.remotePort'),
  remotePortHint: say('ssh.remotePortHint'),
  bindAddress: say('ssh.bindAddress'),
  bindAddresses: { localhost: say('ssh.bindAddresses.localhost'), all: say('ssh.bindAddresses.all') },
  bindAddressHint: say('ssh.bindAddressHint'),
  hostKey: say('ssh.hostKey'),
  hostKeyNone: say('ssh.hostKeyNone'),
  hostKeyHint: say('ssh.hostKeyHint'),
  changedTitle: say('ssh.changedTitle'),
  changedMeans: say('ssh.changedMeans'),
  changedNow: say('ssh.changedNow'),
  changedBefore: say('ssh.changedBefore'),
  trustNew: say('ssh.trustNew'),
  trustAsk: say('ssh.trustAsk'),
  trustWill: [say('ssh.trustWill.1'), say('ssh.trustWill.2')],
  trustConfirm: say('ssh.trustConfirm'),
} as const;

export const cloudflareWords = {
  tool: say('cloudflare.tool'),
  found: (version: string) => say('cloudflare.found', { version }),
  missing: say('cloudflare.missing'),
  getIt: say('cloudflare.getIt'),
  ways: [
    ['Windows', 'winget install --id Cloudflare.cloudflared'],
    ['macOS', 'brew install cloudflared'],
  ] as const,
  linux: say('cloudflare.linux'),
  lookAgain: say('cloudflare.lookAgain'),
  mode: say('cloudflare.mode'),
  modes: { quick: say('cloudflare.modes.quick'), named: say('cloudflare.modes.named') },
  modeMeans: {
    quick: say('cloudflare.modeMeans.quick'),
    named: say('cloudflare.modeMeans.named'),
  },
  tokenHint: say('cloudflare.tokenHint'),
  publicUrl: say('cloudflare.publicUrl'),
  publicUrlHint: (port: number) => say('cloudflare.publicUrlHint', { port: String(port) }),
  port: say('cloudflare.port'),
  portHint: say('cloudflare.portHint'),
} as const;

export const ngrokWords = {
  tokenHint: say('ngrok.tokenHint'),
  domain: say('ngrok.domain'),
  domainHint: say('ngrok.domainHint'),
  missing: say('ngrok.missing'),
  missingMore: say('ngrok.missingMore'),
} as const;
