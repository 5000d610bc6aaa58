import { i18n } from '#renderer/language/i18n.ts';
import type { DesktopStatus } from '#shared/contract/desktop.ts';
import type { Finding } from '#shared/contract/doctor.ts';

/** A finding in the language of this window. */
export type WordedFinding = Omit<Finding, 'title' | 'detail' | 'todo'> & {
  readonly title: string;
  readonly detail: string;
  readonly todo?: string;
};

const PLACE = '/settings/computer';

/** What only the desktop app knows of its computer. */
export function desktopFindings(
  { preferences }: Pick<DesktopStatus, 'preferences'>,
  { isPaused }: { readonly isPaused: boolean },
): readonly WordedFinding[] {
  return [notifications(preferences, isPaused), startAtLogin(preferences)];
}

function notifications({ notifications: kinds }: DesktopStatus['preferences'], isPaused: boolean): WordedFinding {
  const about = {
    id: 'desktop.notifications',
    title: i18n.t('connection:desktopFindings.notifications.title'),
    place: PLACE,
  } as const;
  if (!kinds.newChat && !kinds.ownChat && !kinds.askedForPerson && !kinds.failedReply) {
    return {
      ...about,
      state: 'warning',
      detail: i18n.t('connection:desktopFindings.notifications.none'),
      todo: i18n.t('connection:desktopFindings.notifications.noneTodo'),
    };
  }
  if (isPaused) {
    return {
      ...about,
      state: 'warning',
      detail: i18n.t('connection:desktopFindings.notifications.paused'),
      todo: i18n.t('connection:desktopFindings.notifications.pausedTodo'),
    };
  }
  if (!kinds.newChat)
    return {
      ...about,
      state: 'warning',
      detail: i18n.t('connection:desktopFindings.notifications.noNewChat'),
      todo: i18n.t('connection:desktopFindings.notifications.noNewChatTodo'),
    };
  return {
    id: about.id,
    title: about.title,
    state: 'passed',
    detail: i18n.t('connection:desktopFindings.notifications.on'),
  };
}

function startAtLogin(preferences: DesktopStatus['preferences']): WordedFinding {
  const about = { id: 'desktop.login', title: i18n.t('connection:desktopFindings.login.title') } as const;
  if (preferences.startAtLogin)
    return { ...about, state: 'passed', detail: i18n.t('connection:desktopFindings.login.on') };
  return {
    ...about,
    state: 'warning',
    detail: i18n.t('connection:desktopFindings.login.off'),
    todo: i18n.t('connection:desktopFindings.login.offTodo'),
    place: PLACE,
  };
}
