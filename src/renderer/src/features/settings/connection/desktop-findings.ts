import type { DesktopStatus } from '#shared/contract/desktop.ts';
import type { Finding } from '#shared/contract/doctor.ts';

const PLACE = '/settings/computer';

/** What only the desktop app knows of its computer. */
export function desktopFindings({ preferences }: Pick<DesktopStatus, 'preferences'>, { isPaused }: { readonly isPaused: boolean }): readonly Finding[] {
  return [notifications(preferences, isPaused), startAtLogin(preferences)];
}

function notifications({ notifications: kinds }: DesktopStatus['preferences'], isPaused: boolean): Finding {
  const about = { id: 'desktop.notifications', title: 'Notifications', place: PLACE } as const;
  if (!kinds.newChat && !kinds.ownChat && !kinds.askedForPerson && !kinds.failedReply) {
    return { ...about, state: 'warning', detail: 'Every kind is switched off: you are not told when a customer writes.', todo: 'Choose at least one kind.' };
  }
  if (isPaused) {
    return { ...about, state: 'warning', detail: 'They are paused: for now you are not told when a customer writes.', todo: 'Resume them.' };
  }
  if (!kinds.newChat) return { ...about, state: 'warning', detail: 'You are not told of new chats.', todo: 'Switch on “A new chat”.' };
  return { id: about.id, title: about.title, state: 'passed', detail: 'They are on. A test notification shows whether the system lets them through.' };
}

function startAtLogin(preferences: DesktopStatus['preferences']): Finding {
  const about = { id: 'desktop.login', title: 'Start at login' } as const;
  if (preferences.startAtLogin) return { ...about, state: 'passed', detail: 'Counterbell is there after a restart of this computer.' };
  return {
    ...about,
    state: 'warning',
    detail: 'After a restart of this computer nobody is received until somebody starts Counterbell.',
    todo: 'Switch on “Start at login”.',
    place: PLACE,
  };
}
