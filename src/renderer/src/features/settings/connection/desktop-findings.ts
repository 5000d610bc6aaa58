import type { DesktopStatus } from '#shared/contract/desktop.ts';
import type { Finding } from '#shared/contract/doctor.ts';
import { desktopFindings as words } from '#shared/words/en/desktop-findings.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('desktopFindings', words);

const PLACE = '/settings/computer';

/** What only the desktop app knows of its computer. */
export function desktopFindings(
  { preferences }: Pick<DesktopStatus, 'preferences'>,
  { isPaused }: { readonly isPaused: boolean },
): readonly Finding[] {
  return [notifications(preferences, isPaused), startAtLogin(preferences)];
}

function notifications({ notifications: kinds }: DesktopStatus['preferences'], isPaused: boolean): Finding {
  const about = { id: 'desktop.notifications', title: say('notifications.title'), place: PLACE } as const;
  if (!kinds.newChat && !kinds.ownChat && !kinds.askedForPerson && !kinds.failedReply) {
    return { ...about, state: 'warning', detail: say('notifications.none'), todo: say('notifications.noneTodo') };
  }
  if (isPaused) {
    return { ...about, state: 'warning', detail: say('notifications.paused'), todo: say('notifications.pausedTodo') };
  }
  if (!kinds.newChat)
    return {
      ...about,
      state: 'warning',
      detail: say('notifications.noNewChat'),
      todo: say('notifications.noNewChatTodo'),
    };
  return { id: about.id, title: about.title, state: 'passed', detail: say('notifications.on') };
}

function startAtLogin(preferences: DesktopStatus['preferences']): Finding {
  const about = { id: 'desktop.login', title: say('login.title') } as const;
  if (preferences.startAtLogin) return { ...about, state: 'passed', detail: say('login.on') };
  return {
    ...about,
    state: 'warning',
    detail: say('login.off'),
    todo: say('login.offTodo'),
    place: PLACE,
  };
}
