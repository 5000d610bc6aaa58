import { i18n } from '#renderer/language/i18n.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';

/** "Today: 3 chats, 2 closed." */
export function todayWords({ opened, closed }: RouteOutput<'chats.counts'>['today']): string {
  if (opened === 0) return closed === 0 ? i18n.t('inbox:today.none') : i18n.t('inbox:today.onlyClosed', { closed });
  return i18n.t('inbox:today.text', { count: opened, closed });
}
