import type { Catalogue } from '../catalogue.ts';

export const computerSays = {
  'vault.keychain': 'el llavero de macOS',
  'vault.windows': 'la protección de datos de Windows',
  'vault.keyring': 'el llavero del sistema',
  'vault.keyFile': 'un archivo de clave en la carpeta de datos que solo este usuario puede leer',
  'vault.keyFileOnly':
    'un archivo de clave en la carpeta de datos que solo este usuario puede leer (este sistema no ofrece un llavero)',
  'vault.keyFileLocked':
    'un archivo de clave en la carpeta de datos que solo este usuario puede leer (el llavero del sistema está bloqueado o no se puede acceder a él)',
  'vault.given': 'la clave de COUNTERBELL_KEY',
  'notification.none': 'Este sistema no muestra notificaciones',
  'notification.notShown': 'El sistema no la mostró',
  'notification.noBus': 'Esta sesión de escritorio no tiene bus de mensajes',
  'notification.noService': 'Ningún servicio de este escritorio muestra notificaciones',
  'update.silent': 'el lugar de las actualizaciones no responde',
  'update.status': 'el lugar de las actualizaciones respondió con el error {{status}}',
  'update.foreign': 'lo ofrecido no es de los creadores de esta aplicación y se descartó',
  'update.unreadable': 'no se pudo leer lo ofrecido',
} as const satisfies Catalogue;
