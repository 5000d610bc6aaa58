import type { Catalogue } from '../catalogue.ts';

export const botTest = {
  title: 'Enviar un mensaje de prueba',
  lead: 'Envía el mensaje de un cliente en un chat que no existe y espera unos segundos a lo que vuelva. Ningún cliente ve nada.',
  text: 'Mensaje',
  usual: 'Hola',
  send: 'Enviar mensaje de prueba',
  sending: 'Esperando al proveedor…',
  answer: 'Su respuesta',
  emptyAnswer: 'Un cuerpo vacío, y está bien así.',
  events: 'Lo que llegó',
  eventBody: '{{what}}, tal como llegó',
  whatItSent: 'Tal como llegó',
  nothingCame:
    'En unos segundos no llegó nada a la dirección de servicio. Compruebe que el proveedor envíe sus mensajes a la dirección de arriba. En un chat real, el cliente pasaría a los operadores tras el tiempo de silencio.',
  'nothingCame.blocked':
    'Nada, porque este bot alcanzó su límite por hora: lo que envía su proveedor se rechaza con 429 hasta que pase la hora.',
  'nothingCame.tokenConflict':
    'Nada, porque otro bot tiene el mismo token: lo que envía su proveedor se rechaza con 401.',
  'nothingCame.tokenLost':
    'Nada, porque el token de este bot ya no se puede leer: lo que envía su proveedor se rechaza con 401.',
  taken: 'El proveedor lo recibió en {{took}}; tiene 3 s.',
  'taken.withStatus': 'El proveedor lo recibió en {{took}}; tiene 3 s. Estado {{status}}.',
  'failure.unreachable': 'Nadie responde en la dirección del proveedor.',
  'failure.unreachable.advice':
    'Revise la dirección, y que el programa del proveedor esté en marcha y sea accesible desde este equipo.',
  'failure.timeout': 'No hubo respuesta en 3 segundos.',
  'failure.timeout.advice':
    'El proveedor debe responder enseguida con un estado de 200 a 299 y enviar sus mensajes después.',
  'failure.tls': 'Se rechazó la conexión segura.',
  'failure.tls.advice':
    'Es posible que el certificado del proveedor haya caducado o sea de otro nombre. Pida al proveedor que lo renueve.',
  'failure.redirect': 'La dirección responde con una redirección, y no se siguen.',
  'failure.redirect.advice': 'Escriba la dirección a la que lleva.',
  'failure.invalidAnswer.noMessage': 'El proveedor respondió con un error.',
  'failure.invalidAnswer': 'El proveedor respondió con un error: {{message}}.',
  'failure.invalidAnswer.advice': 'Pregunte al proveedor qué significa.',
  'failure.notSent': 'No se envió.',
  'failure.notSent.advice':
    'Revise la dirección del proveedor: con http:// hace falta activar «Permitir HTTP sin cifrar».',
  'failure.interrupted': 'Counterbell se detuvo a mitad.',
  'failure.interrupted.advice': 'Vuelva a enviarlo.',
  'status.token': 'El proveedor no acepta el token (estado {{status}}).',
  'status.token.advice': 'Compare el token en ambos lados; tiene que ser el mismo.',
  'status.address': 'El proveedor no conoce esta dirección (estado {{status}}).',
  'status.address.advice': 'Compare la dirección del proveedor; el token se añade al final.',
  'status.method': 'El proveedor no recibe mensajes en esta dirección (estado {{status}}).',
  'status.method.advice': 'Pida al proveedor la dirección que recibe eventos por POST.',
  'status.tooMuch': 'El proveedor dice que son demasiados a la vez (estado {{status}}).',
  'status.tooMuch.advice': 'Espere un poco y pida al proveedor un límite mayor.',
  'status.fault': 'El proveedor tiene un fallo propio (estado {{status}}).',
  'status.fault.advice':
    'Avise al proveedor. En un chat real se le preguntaría dos veces más y después el cliente pasaría a los operadores.',
  status: 'El proveedor no lo aceptó (estado {{status}}).',
  'status.advice':
    'Cualquier estado de 200 a 299 vale como recibido; pregunte al proveedor por qué responde otra cosa.',
  'status.none': 'El proveedor no lo aceptó.',
} as const satisfies Catalogue;
