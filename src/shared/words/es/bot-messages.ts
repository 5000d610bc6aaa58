import type { Catalogue } from '../catalogue.ts';

export const botMessages = {
  bot: 'Bot',
  buttons: 'Botones',
  table: 'Tabla',
  code: 'Código',
  done: 'hecho',
  notDone: 'por hacer',
  picture: 'Imagen',
  got: 'recibió:',
  asPlainText: 'Como texto sin formato:',
  'heldBack.operatorHasIt':
    'No se envió: un operador tenía el chat cuando {{bot}} escribió esto. {{customer}} no lo ha visto.',
  'heldBack.otherBotHasIt':
    'No se envió: otro bot tenía el chat cuando {{bot}} escribió esto. {{customer}} no lo ha visto.',
  'heldBack.handedOver':
    'No se envió: el chat de {{bot}} ya había pasado a la lista de espera. {{customer}} no lo ha visto.',
  'heldBack.chatClosed':
    'No se envió: el chat estaba cerrado cuando {{bot}} escribió esto. {{customer}} no lo ha visto.',
  'heldBack.botDisabled': 'No se envió: {{bot}} estaba desactivado cuando escribió esto. {{customer}} no lo ha visto.',
  'heldBack.noPlainText':
    'No se envió: el bot no dio un texto sin formato para estos botones, y este canal no puede mostrar botones.',
  'heldBack.notReachable':
    'No se envió: la página de valoración solo se podría abrir en este equipo. Configure un acceso en Ajustes > Conexión.',
} as const satisfies Catalogue;
