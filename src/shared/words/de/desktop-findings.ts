import type { Catalogue } from '../catalogue.ts';

export const desktopFindings = {
  'notifications.title': 'Benachrichtigungen',
  'notifications.none': 'Alle Arten sind ausgeschaltet: Sie erfahren nicht, wenn ein Kunde schreibt.',
  'notifications.noneTodo': 'Wählen Sie mindestens eine Art.',
  'notifications.paused': 'Sie sind angehalten: Zurzeit erfahren Sie nicht, wenn ein Kunde schreibt.',
  'notifications.pausedTodo': 'Setzen Sie sie fort.',
  'notifications.noNewChat': 'Sie erfahren nichts von neuen Chats.',
  'notifications.noNewChatTodo': 'Schalten Sie „Neuer Chat“ ein.',
  'notifications.on': 'Sie sind an. Eine Testbenachrichtigung zeigt, ob das System sie durchlässt.',
  'login.title': 'Start bei der Anmeldung',
  'login.on': 'Counterbell ist nach einem Neustart dieses Computers wieder da.',
  'login.off': 'Nach einem Neustart dieses Computers wird niemand empfangen, bis jemand Counterbell startet.',
  'login.offTodo': 'Schalten Sie „Bei der Anmeldung starten“ ein.',
} as const satisfies Catalogue;
