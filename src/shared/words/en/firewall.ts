import type { Catalogue } from '../catalogue.ts';

export const firewall = {
  'windows.title': 'Windows',
  'windows.how':
    'When Windows asks about Counterbell, allow it in private networks. If it did not ask, run this in PowerShell as administrator:',
  'mac.title': 'macOS',
  'mac.how':
    'System Settings, Network, Firewall, Options: add Counterbell and choose “Allow incoming connections”. With the firewall off there is nothing to do.',
  'ufw.title': 'Linux, ufw',
  'ufw.how': 'On Ubuntu and its relatives, in a terminal:',
  'firewalld.title': 'Linux, firewalld',
  'firewalld.how': 'On Fedora, openSUSE and their relatives, in a terminal:',
} as const satisfies Catalogue;
