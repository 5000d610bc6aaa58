import type { Catalogue } from '../catalogue.ts';

export const firewall = {
  'windows.title': 'Windows',
  'windows.how':
    'Quando o Windows perguntar sobre o Counterbell, permita-o em redes privadas. Se não perguntou, execute isto no PowerShell como administrador:',
  'mac.title': 'macOS',
  'mac.how':
    'Ajustes do Sistema, Rede, Firewall, Opções: adicione o Counterbell e escolha “Permitir conexões de entrada”. Com o firewall desativado, não há nada a fazer.',
  'ufw.title': 'Linux, ufw',
  'ufw.how': 'No Ubuntu e derivados, em um terminal:',
  'firewalld.title': 'Linux, firewalld',
  'firewalld.how': 'No Fedora, openSUSE e derivados, em um terminal:',
} as const satisfies Catalogue;
