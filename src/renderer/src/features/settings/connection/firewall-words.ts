export type Firewall = 'windows' | 'mac' | 'ufw' | 'firewalld';

export const FIREWALLS: readonly Firewall[] = ['windows', 'mac', 'ufw', 'firewalld'];

export const firewallWords: Record<Firewall, { readonly title: string; readonly how: string }> = {
  windows: { title: 'Windows', how: 'When Windows asks about Counterbell, allow it in private networks. If it did not ask, run this in PowerShell as administrator:' },
  mac: { title: 'macOS', how: 'System Settings, Network, Firewall, Options: add Counterbell and choose “Allow incoming connections”. With the firewall off there is nothing to do.' },
  ufw: { title: 'Linux, ufw', how: 'On Ubuntu and its relatives, in a terminal:' },
  firewalld: { title: 'Linux, firewalld', how: 'On Fedora, openSUSE and their relatives, in a terminal:' },
};

/** What lets a port in, to paste into a terminal; undefined where it is done by hand. */
export function firewallCommand(firewall: Firewall, port: number): string | undefined {
  switch (firewall) {
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
