export type Firewall = 'windows' | 'mac' | 'ufw' | 'firewalld';

export const FIREWALLS: readonly Firewall[] = ['windows', 'mac', 'ufw', 'firewalld'];

/** What lets a port in, to paste into a terminal; undefined where it is done by hand. */
export function firewallCommand(kind: Firewall, port: number): string | undefined {
  switch (kind) {
    case 'windows':
      return `New-NetFirewallRule -DisplayName "Counterbell" -Direction Inbound -Protocol TCP -LocalPort ${port} -Profile Private -Action Allow`;
    case 'mac':
      return undefined;
    case 'ufw':
      return `sudo ufw allow ${port}/tcp`;
    case 'firewalld':
      return `sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`;
  }
}
