import type { Catalogue } from '../catalogue.ts';

export const firewall = {
  'windows.title': 'Windows',
  'windows.how':
    'Cuando Windows pregunte por Counterbell, permítalo en las redes privadas. Si no preguntó, ejecute esto en PowerShell como administrador:',
  'mac.title': 'macOS',
  'mac.how':
    'Ajustes del Sistema, Red, Firewall, Opciones: añada Counterbell y elija «Permitir conexiones entrantes». Con el firewall desactivado no hay que hacer nada.',
  'ufw.title': 'Linux, ufw',
  'ufw.how': 'En Ubuntu y derivados, en un terminal:',
  'firewalld.title': 'Linux, firewalld',
  'firewalld.how': 'En Fedora, openSUSE y derivados, en un terminal:',
} as const satisfies Catalogue;
