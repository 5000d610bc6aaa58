import type { Catalogue } from '../catalogue.ts';

export const desktopFindings = {
  'notifications.title': 'Notificaciones',
  'notifications.none': 'Todos los tipos están desactivados: no se avisa cuando escribe un cliente.',
  'notifications.noneTodo': 'Elija al menos un tipo.',
  'notifications.paused': 'Están en pausa: por ahora no se avisa cuando escribe un cliente.',
  'notifications.pausedTodo': 'Reanúdelas.',
  'notifications.noNewChat': 'No se avisa de los chats nuevos.',
  'notifications.noNewChatTodo': 'Active «Un chat nuevo».',
  'notifications.on': 'Están activadas. Una notificación de prueba muestra si el sistema las deja pasar.',
  'login.title': 'Abrir al iniciar sesión',
  'login.on': 'Counterbell está listo después de reiniciar este equipo.',
  'login.off': 'Después de reiniciar este equipo no se recibe a nadie hasta que alguien abra Counterbell.',
  'login.offTodo': 'Active «Abrir al iniciar sesión».',
} as const satisfies Catalogue;
