import type { ConnectionSecret } from '#shared/contract/connection.ts';

/** What is said about tunnels. */
export const tunnelWords = {
  kinds: 'Through what',
  kept: 'Kept, encrypted. It is never shown again.',
  replace: 'Replace',
  remove: 'Take away',
  save: 'Save',
  cancel: 'Cancel',
  saved: (secret: string) => `${secret} saved.`,
  removed: (secret: string) => `${secret} taken away.`,
  chooseFile: 'Choose file…',
  fileUnreadable: 'The file could not be read.',
} as const;

export const secretWords: Record<ConnectionSecret, string> = {
  sshPassword: 'Password',
  sshKey: 'Private key',
  sshPassphrase: 'Passphrase of the key',
  cloudflareToken: 'Tunnel token',
  ngrokToken: 'Authtoken',
};

export const sshWords = {
  host: 'Server',
  hostHint: 'Its name or address.',
  hostPlaceholder: 'chat.example.com',
  user: 'User',
  userHint: 'An account of its own with few rights is best.',
  auth: 'Signs in with',
  auths: { key: 'A key', password: 'A password' },
  keyHint: 'The whole text of a file such as id_ed25519; not the one that ends in .pub.',
  passphraseHint: 'If the key has one.',
  publicUrl: 'Public address',
  publicUrlHint: (host: string, port: number) => `What customers call. Left empty: http://${host === '' ? 'the server' : host}:${port}.`,
  behindProxy: 'A web server there stands in front',
  behindProxyHint: 'It has the certificate, passes requests on to the port below, and says who sent them.',
  more: 'Ports',
  port: 'Port for SSH',
  portHint: 'Where the server takes SSH connections.',
  remotePort: 'Port on the server',
  remotePortHint: 'Where the server takes requests for this computer.',
  bindAddress: 'Who may call that port',
  bindAddresses: { localhost: 'Only the web server there', all: 'Everybody' },
  bindAddressHint: '“Everybody” needs GatewayPorts clientspecified in the server’s sshd_config.',
  hostKey: 'The server’s key',
  hostKeyNone: 'Taken down at the first connection, and asked for at every later one.',
  hostKeyHint: 'Taken down at the first connection. On the server, ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub shows the same.',
  changedTitle: 'The server shows another key than before.',
  changedMeans: 'It may have been set up anew. Or somebody stands between this computer and the server and wants to read along. No customer’s message goes that way until you decide.',
  changedNow: 'Now:',
  changedBefore: 'Before:',
  trustNew: 'Trust the new key…',
  trustAsk: 'Trust the new key?',
  trustWill: [
    'Do this only if you know why the key changed: ask whoever runs the server, or compare it there.',
    'Counterbell forgets the old key and takes down the one that the server shows at the next connection. If somebody stands in between, they will read what customers write.',
  ],
  trustConfirm: 'Trust the new key',
} as const;

export const cloudflareWords = {
  tool: 'cloudflared on this computer',
  found: (version: string) => `Found, version ${version}.`,
  missing: 'Not found.',
  getIt: 'Cloudflare’s own program opens the tunnel. Install it, then look again:',
  ways: [
    ['Windows', 'winget install --id Cloudflare.cloudflared'],
    ['macOS', 'brew install cloudflared'],
  ] as const,
  linux: 'Linux: Cloudflare has packages at pkg.cloudflare.com.',
  lookAgain: 'Look again',
  mode: 'Kind of tunnel',
  modes: { quick: 'Quick', named: 'Named' },
  modeMeans: {
    quick: 'At once, for trying things out.',
    named: 'Set up at Cloudflare once, to stay.',
  },
  tokenHint: 'From the Cloudflare dashboard: Zero Trust, Networks, Tunnels, your tunnel, in the install command.',
  publicUrl: 'Public address',
  publicUrlHint: (port: number) => `The public hostname that you gave the tunnel there. Its service has to be http://localhost:${port}.`,
  port: 'Port on this computer',
  portHint: 'Where the tunnel comes out; only programs on this computer can call it.',
} as const;

export const ngrokWords = {
  tokenHint: 'From the ngrok dashboard: Your Authtoken.',
  domain: 'Domain',
  domainHint: 'One of yours at ngrok, such as shop.ngrok.app. Empty: the one that your account has.',
  missing: 'ngrok did not come with this installation.',
  missingMore: 'Choose another tunnel, or run Counterbell from an installation that has the package @ngrok/ngrok.',
} as const;
