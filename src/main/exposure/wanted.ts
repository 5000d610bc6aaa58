import type { ConnectionSecret, ConnectionSettings } from '#shared/contract/connection.ts';
import { ContractError, type Issue } from '#shared/contract/errors.ts';
import { inLink } from './network-addresses.ts';
import type { ConnectionSecrets } from './ports.ts';

/** What has to be open for the way that the owner chose. */
export interface Wanted {
  readonly network: ConnectionSettings['network'] | undefined;
  readonly trustedProxies: readonly string[];
  readonly limits: ConnectionSettings['limits'];
  /** others come, by whatever way */
  readonly isLed: boolean;
}

export function wantedFor({ way, network, own, limits }: ConnectionSettings): Wanted {
  return {
    network: way === 'lan' || (way === 'own' && own.fromNetwork) ? network : undefined,
    trustedProxies: own.trustedProxies,
    limits,
    isLed: way !== 'local',
  };
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** Whose X-Forwarded-For counts on the tunnel's own door: its agent's on this computer; through SSH, the web server's there. */
export function tunnelProxies({ tunnel: { kind, ssh } }: ConnectionSettings): readonly string[] {
  return kind === 'ssh' ? [...(ssh.behindProxy ? LOOPBACK : []), ...ssh.trustedProxies] : LOOPBACK;
}

/** An SSH server commonly has 1,024 files for all that it carries: so many that a newcomer still finds one. */
export function tunnelConnections({ tunnel }: ConnectionSettings): { readonly connections?: number } {
  return tunnel.kind === 'ssh' ? { connections: 900 } : {};
}

/** Where the tunnel's door is; 0: anywhere. A named tunnel of Cloudflare's is told there where to come. */
export function tunnelPort({ tunnel }: ConnectionSettings): number {
  return tunnel.kind === 'cloudflare' && tunnel.cloudflare.mode === 'named' ? tunnel.cloudflare.port : 0;
}

/** Where the tunnel will lead, as far as that is known before it runs. */
export function expectedUrl({ tunnel: { kind, ssh, cloudflare, ngrok } }: ConnectionSettings): string | undefined {
  if (kind === 'ssh') return ssh.publicUrl ?? `http://${inLink(ssh.host)}:${ssh.remotePort}`;
  if (kind === 'ngrok') return ngrok.domain === '' ? undefined : `https://${ngrok.domain}`;
  return cloudflare.mode === 'named' ? (cloudflare.publicUrl ?? undefined) : undefined;
}

/** Secrets that the way in use needs. */
export function neededSecrets({
  way,
  tunnel: { kind, ssh, cloudflare },
}: ConnectionSettings): readonly ConnectionSecret[] {
  if (way !== 'tunnel') return [];
  if (kind === 'ssh') return ssh.auth === 'password' ? ['sshPassword'] : ['sshKey', 'sshPassphrase'];
  if (kind === 'ngrok') return ['ngrokToken'];
  return cloudflare.mode === 'named' ? ['cloudflareToken'] : [];
}

/** Throws ContractError invalid_input where the way in use lacks what it needs. */
export function refuseIncomplete(settings: ConnectionSettings, secrets: ConnectionSecrets): void {
  const issues = missingIn(settings, secrets);
  const [first] = issues;
  if (first !== undefined) throw new ContractError('invalid_input', first.message, issues);
}

function missingIn({ way, own, tunnel }: ConnectionSettings, secrets: ConnectionSecrets): readonly Issue[] {
  const issues: Issue[] = [];
  const need = (is: boolean, path: string, message: string): void => {
    if (!is) issues.push({ path, message });
  };
  if (way === 'own') need(own.publicUrl !== null, 'own.publicUrl', 'Enter the address that customers’ sites call');
  if (way !== 'tunnel') return issues;
  if (tunnel.kind === 'ssh') {
    need(tunnel.ssh.host !== '', 'tunnel.ssh.host', 'Enter the server’s name or address');
    need(tunnel.ssh.user !== '', 'tunnel.ssh.user', 'Enter the user name on the server');
    if (tunnel.ssh.auth === 'password')
      need(secrets.sshPassword !== undefined, 'secrets.sshPassword', 'Enter the password on the server');
    else need(secrets.sshKey !== undefined, 'secrets.sshKey', 'Paste the private key');
  }
  if (tunnel.kind === 'cloudflare' && tunnel.cloudflare.mode === 'named') {
    need(
      tunnel.cloudflare.publicUrl !== null,
      'tunnel.cloudflare.publicUrl',
      'Enter the address that the tunnel has at Cloudflare',
    );
    need(secrets.cloudflareToken !== undefined, 'secrets.cloudflareToken', 'Paste the tunnel’s token');
  }
  if (tunnel.kind === 'ngrok')
    need(secrets.ngrokToken !== undefined, 'secrets.ngrokToken', 'Paste the token of your ngrok account');
  return issues;
}
