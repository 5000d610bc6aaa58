import type { Catalogue } from '../catalogue.ts';

export const lostSecret = {
  comesBackDesktop:
    '¿El llavero del sistema solo estaba bloqueado? Desbloquéalo e inténtalo de nuevo: todo volverá a funcionar como antes.',
  tryAgain: 'Intentar de nuevo',
  cameBack: 'Lo que se ha podido leer vuelve a funcionar.',
  stillLost: 'Sigue sin poder leerse.',
  comesBackHeadless:
    '¿Conserva la clave anterior (vault.key en la carpeta de datos, o COUNTERBELL_KEY)? Inicie Counterbell con ella: todo funciona como antes.',
  'lostChannel.state': 'Dirección perdida',
  'lostChannel.title': 'Los clientes no pueden escribir aquí.',
  'lostChannel.what':
    'Counterbell no tiene la parte secreta de la dirección de este canal: la clave que la protege se cambió, se perdió o está bloqueada, o se restauró una copia que lleva a otro sitio. Lo que envía su sitio web o aplicación se responde con 404. Los chats se conservan y sus respuestas siguen llegando.',
  'lostChannel.restoreTitle': 'Restaurar la dirección',
  'lostChannel.restoreLead': 'Con la dirección que su sitio web o aplicación usa ahora, allí no hay que cambiar nada.',
  'lostChannel.address': 'Dirección en uso',
  'lostChannel.addressHint':
    'La dirección de mensajes o de estado, de los ajustes del sitio web o la aplicación. Termina en /{{publicId}} o /{{publicId}}/status.',
  'lostChannel.restore': 'Usar esta dirección',
  'lostChannel.restored': '{{name}} vuelve a recibir mensajes, en la dirección que tenía.',
  'lostChannel.notHere': '¿La dirección no aparece por ningún lado?',
  'lostChannel.notHereHint':
    'Cree direcciones nuevas y póngalas en su sitio web o aplicación. Los clientes pueden volver a escribir en cuanto esté hecho.',
  'lostChannel.renew': 'Crear direcciones nuevas',
  'lostChannel.renewed': 'Las direcciones nuevas funcionan. Póngalas en su sitio web o aplicación.',
  'lostChannel.danger': 'Pausar, eliminar',
  'lostToken.state': 'Token perdido',
  'lostToken.title': 'A este bot no se le escucha, y no recibe chats nuevos.',
  'lostToken.titleOff': 'El token de este bot ya no se puede leer.',
  'lostToken.what':
    'Counterbell no tiene su token: la clave que lo protege se cambió, se perdió o está bloqueada, o se restauró una copia que lleva a otro sitio. Lo que envía su proveedor se responde con 401.',
  'lostToken.customers': 'Sus clientes están en la lista de espera hasta que vuelva a tener un token.',
  'lostToken.giveTitle': 'Devolverle su token',
  'lostToken.giveLead': 'Con el token que el proveedor usa ahora, allí no hay que cambiar nada.',
  'lostToken.giveLeadTestBot': 'El bot de prueba integrado acepta cualquier token: cree uno.',
  'lostToken.token': 'Token',
  'lostToken.tokenHint':
    'También sirve uno nuevo, pero entonces el proveedor lo necesita, junto con las direcciones que terminan con él.',
  'lostToken.save': 'Guardar',
  'lostToken.saved': '{{name}} vuelve a tener su token.',
} as const satisfies Catalogue;
