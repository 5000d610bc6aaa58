import { i18n } from '#renderer/language/i18n.ts';
import '#renderer/language/website.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import { ExternalLink, webAddress } from './external-link.tsx';

/** A page by its title on one line, with the whole of both on hover; linked only if it is on the web. */
export function PageLink({ page }: { readonly page: Parameters<typeof pageName>[0] }) {
  const name = pageName(page);
  const href = webAddress(page.url);
  const title = name === page.url ? page.url : `${name}\n${page.url}`;
  const shown = { title, className: 'min-w-0 truncate', children: <bdi>{name}</bdi> };
  return href === undefined ? <span {...shown} /> : <ExternalLink href={href} what={name} {...shown} />;
}

/** Green while they are there; the words beside it say the same. */
export function PresenceDot({ isThere }: { readonly isThere: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full ${isThere ? 'bg-good' : 'border border-edge bg-transparent'}`}
    />
  );
}

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
