import type { Catalogue } from '../catalogue.ts';

export const botEvents = {
  CLIENT_MESSAGE: 'Mensaje del cliente al bot',
  AGENT_UNAVAILABLE: 'Aviso al bot: no hay nadie disponible',
  CHAT_CLOSED: 'Aviso al bot: el chat está cerrado',
  CLIENT_RATED: 'Aviso al bot: la valoración del cliente',
  BOT_MESSAGE: 'Mensaje del bot',
  INVITE_AGENT: 'El bot pidió una persona',
  CLIENT_INFO: 'Datos de contacto del bot',
  INIT_RATE: 'El bot pidió una valoración',
  unknown: 'Algo que el bot no puede enviar',
  unreadable: 'Un evento demasiado largo para mostrarlo entero, o que no es JSON',
} as const satisfies Catalogue;
