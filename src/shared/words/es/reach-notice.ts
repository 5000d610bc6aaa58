import type { Catalogue } from '../catalogue.ts';

export const reachNotice = {
  'notice.openConnection': 'Abrir Conexión',
  'notice.moved': 'Cambió la dirección pública.',
  'notice.before': 'Antes:',
  'notice.now': 'Ahora:',
  'notice.movedMore':
    'Quien creó su sitio web o aplicación tiene que usar las direcciones nuevas de sus canales; los proveedores de bots, las de sus bots. Hasta entonces no llega nada de ellos.',
  'notice.showAddresses': 'Mostrar canales',
  'notice.told': 'Ya les avisé',
  'notice.movedPort': 'Otro programa usa el puerto {{from}}, así que Counterbell usa el {{to}}.',
  'notice.movedPortMore':
    'A partir de ahora se queda con el {{to}}. Si un servidor web o un programa de este equipo llama al puerto {{from}}, pon allí el {{to}}.',
  'notice.understood': 'Entendido',
  'notice.endingMore': 'Después, nadie puede conectarse por HTTPS. Importe antes el más reciente.',
  'notice.flood': 'Demasiados clientes nuevos escriben a {{channel}}.',
  'notice.floodMore_one':
    'Desde las {{since}} se rechazó una solicitud; los chats abiertos no se ven afectados. Si alguien le está inundando, cierre o borre sus chats de una vez.',
  'notice.floodMore_other':
    'Desde las {{since}} se rechazaron {{count}} solicitudes; los chats abiertos no se ven afectados. Si alguien le está inundando, cierre o borre sus chats de una vez.',
  'notice.floodMore_many':
    'Desde las {{since}} se rechazaron {{count}} de solicitudes; los chats abiertos no se ven afectados. Si alguien le está inundando, cierre o borre sus chats de una vez.',
  'notice.floodLimits': 'Abrir límites',
  'notice.floodClear': 'Cerrar o borrar chats',
  'notice.onlyHere': 'Solo los programas de este equipo pueden llamar a estas direcciones.',
  'notice.onlyHereMore': 'Para que su sitio web o aplicación pueda entrar, elija una vía de acceso en',
  'notice.onlyNetwork': 'Solo los dispositivos de su red local pueden llamar a estas direcciones.',
  'notice.onlyNetworkMore': 'Para los demás, elija otra vía de acceso en',
  'notice.broken': 'En este momento, los clientes no llegan a estas direcciones.',
  'notice.brokenMore': 'Qué falla se explica en',
  'notice.connection': 'Conexión',
} as const satisfies Catalogue;
