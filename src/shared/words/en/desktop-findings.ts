import type { Catalogue } from '../catalogue.ts';

export const desktopFindings = {
  'notifications.title': 'Notifications',
  'notifications.none': 'Every kind is switched off: you are not told when a customer writes.',
  'notifications.noneTodo': 'Choose at least one kind.',
  'notifications.paused': 'They are paused: for now you are not told when a customer writes.',
  'notifications.pausedTodo': 'Resume them.',
  'notifications.noNewChat': 'You are not told of new chats.',
  'notifications.noNewChatTodo': 'Switch on “A new chat”.',
  'notifications.on': 'They are on. A test notification shows whether the system lets them through.',
  'login.title': 'Start at login',
  'login.on': 'Counterbell is there after a restart of this computer.',
  'login.off': 'After a restart of this computer nobody is received until somebody starts Counterbell.',
  'login.offTodo': 'Switch on “Start at login”.',
} as const satisfies Catalogue;
