import type { Catalogue } from '../catalogue.ts';

export const desktopFindings = {
  'notifications.title': 'Уведомления',
  'notifications.none': 'Все виды выключены: вы не узнаете, когда клиент напишет.',
  'notifications.noneTodo': 'Выберите хотя бы один вид.',
  'notifications.paused': 'Приостановлены: пока вы не узнаете, когда клиент напишет.',
  'notifications.pausedTodo': 'Возобновите их.',
  'notifications.noNewChat': 'О новых чатах вы не узнаете.',
  'notifications.noNewChatTodo': 'Включите «Новый чат».',
  'notifications.on': 'Включены. Пропускает ли их система, покажет пробное уведомление.',
  'login.title': 'Запуск при входе в систему',
  'login.on': 'После перезагрузки компьютера Counterbell запускается сам.',
  'login.off': 'После перезагрузки компьютера сообщения не принимаются, пока кто-нибудь не запустит Counterbell.',
  'login.offTodo': 'Включите «Запускать при входе в систему».',
} as const satisfies Catalogue;
