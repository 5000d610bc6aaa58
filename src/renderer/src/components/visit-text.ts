import '#renderer/language/website.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { Visitor } from '#shared/contract/visitors.ts';

const MINUTE = 60_000;
/** Minutes after which only that they are not there is said. */
const LONG_AGO = 60;

/** "On the site now", "Left 3 min ago"; `visitor`: undefined half an hour after they left. Times are milliseconds since the epoch. */
export function stayText(visitor: Visitor | undefined, now: number): string {
  if (visitor === undefined) return i18n.t('website:visitors.notThere');
  if (visitor.leftAt === undefined) return i18n.t('website:visitors.onSite');
  const minutes = Math.floor((now - visitor.leftAt) / MINUTE);
  if (minutes < 1) return i18n.t('website:visitors.leftNow');
  return minutes < LONG_AGO ? i18n.t('website:visitors.left', { count: minutes }) : i18n.t('website:visitors.notThere');
}

/** The title of a page, otherwise its address without what is the same everywhere. */
export function pageName({ url, title = '' }: { readonly url: string; readonly title?: string | undefined }): string {
  const named = title.trim();
  if (named !== '' || !URL.canParse(url)) return named === '' ? url : named;
  const { host, pathname } = new URL(url);
  return host === '' ? url : `${host}${pathname.replace(/\/$/, '')}`;
}
