import type { Catalogue } from '../catalogue.ts';

export const computerSays = {
  'vault.keychain': 'связка ключей macOS',
  'vault.windows': 'защита данных Windows',
  'vault.keyring': 'хранилище ключей системы',
  'vault.keyFile': 'файл ключа в папке данных, который читает только этот пользователь',
  'vault.keyFileOnly':
    'файл ключа в папке данных, который читает только этот пользователь (хранилища ключей в этой системе нет)',
  'vault.keyFileLocked':
    'файл ключа в папке данных, доступный только этому пользователю (системное хранилище ключей заблокировано или недоступно)',
  'vault.given': 'ключ из COUNTERBELL_KEY',
  'notification.none': 'Эта система не показывает уведомлений',
  'notification.notShown': 'Система его не показала',
  'notification.noBus': 'У этого сеанса рабочего стола нет шины сообщений',
  'notification.noService': 'На этом рабочем столе нет службы, которая показывает уведомления',
  'update.silent': 'сервер обновлений не отвечает',
  'update.status': 'сервер обновлений ответил ошибкой {{status}}',
  'update.foreign': 'предложенный файл не от авторов этого приложения и удалён',
  'update.unreadable': 'предложенный файл не удалось прочитать',
} as const satisfies Catalogue;
