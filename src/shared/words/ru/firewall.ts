import type { Catalogue } from '../catalogue.ts';

export const firewall = {
  'windows.title': 'Windows',
  'windows.how':
    'Когда Windows спросит про Counterbell, разрешите его в частных сетях. Если не спросила, выполните это в PowerShell от имени администратора:',
  'mac.title': 'macOS',
  'mac.how':
    '«Системные настройки», «Сеть», «Брандмауэр», «Параметры»: добавьте Counterbell и выберите «Разрешить входящие подключения». Если брандмауэр выключен, делать ничего не нужно.',
  'ufw.title': 'Linux, ufw',
  'ufw.how': 'В Ubuntu и подобных, в терминале:',
  'firewalld.title': 'Linux, firewalld',
  'firewalld.how': 'В Fedora, openSUSE и подобных, в терминале:',
} as const satisfies Catalogue;
