import type { Catalogue } from '../catalogue.ts';

export const firewall = {
  'windows.title': 'Windows',
  'windows.how':
    'Wenn Windows nach Counterbell fragt, erlauben Sie es in privaten Netzwerken. Wenn es nicht gefragt hat, führen Sie das in der PowerShell als Administrator aus:',
  'mac.title': 'macOS',
  'mac.how':
    'Systemeinstellungen, Netzwerk, Firewall, Optionen: Counterbell hinzufügen und „Eingehende Verbindungen erlauben“ wählen. Ist die Firewall aus, ist nichts zu tun.',
  'ufw.title': 'Linux, ufw',
  'ufw.how': 'Unter Ubuntu und Verwandten, im Terminal:',
  'firewalld.title': 'Linux, firewalld',
  'firewalld.how': 'Unter Fedora, openSUSE und Verwandten, im Terminal:',
} as const satisfies Catalogue;
