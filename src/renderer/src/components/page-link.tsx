import { i18n } from '#renderer/language/i18n.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import { webLink } from '#shared/domain/links.ts';
import { isSameSite } from '#shared/domain/site-addresses.ts';
import { showDirections, visibleName } from '#shared/domain/visible-text.ts';
import { cn } from './class-names.ts';
import { ExternalLink } from './external-link.tsx';

/**
 * A page by its title and its host on one line, with the whole of both on hover. Strangers say where they are and what
 * it is called: only the channel's own websites are linked, and the link is the host.
 */
export function PageLink({ page, sites }: { readonly page: Page; readonly sites: readonly string[] | undefined }) {
  const [name, address, host] = [pageName(page), showDirections(page.url), hostOf(page.url)];
  const title = name === address ? address : `${name}\n${address}`;
  const where = host ?? address;
  const isTitled = host !== undefined && name !== address && !name.startsWith(host);
  const href = host !== undefined && sites?.some((site) => isSameSite(site, host)) ? webLink(page.url) : undefined;
  const linked = isTitled ? where : name;
  const shown = { title, className: cn('truncate', isTitled ? 'max-w-1/2 shrink-0' : 'min-w-0') };
  return (
    <>
      {isTitled && (
        <span title={title} className="min-w-0 truncate">
          <bdi>{name}</bdi>
        </span>
      )}
      {isTitled && <span aria-hidden>{'\u00A0·\u00A0'}</span>}
      {href === undefined ? (
        <span {...shown}>
          <bdi>{linked}</bdi>
        </span>
      ) : (
        <ExternalLink href={href} what={isTitled ? `${name}, ${where}` : name} {...shown}>
          <bdi>{linked}</bdi>
        </ExternalLink>
      )}
    </>
  );
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
/** Minutes after which only their absence is shown. */
const LONG_AGO = 60;

/** "On the site now", "Left 3 min ago"; `visitor`: undefined half an hour after they left. Times are milliseconds since the epoch. */
export function stayText(visitor: Visitor | undefined, now: number): string {
  if (visitor === undefined) return i18n.t('website:visitors.notThere');
  if (visitor.leftAt === undefined) return i18n.t('website:visitors.onSite');
  const minutes = Math.floor((now - visitor.leftAt) / MINUTE);
  if (minutes < 1) return i18n.t('website:visitors.leftNow');
  return minutes < LONG_AGO ? i18n.t('website:visitors.left', { count: minutes }) : i18n.t('website:visitors.notThere');
}

type Page = Pick<NonNullable<Visitor['page']>, 'url' | 'title'>;

/** The title of a page, otherwise its address without what is the same everywhere. */
export function pageName({ url, title = '' }: Page): string {
  const host = hostOf(url);
  return visibleName(title.trim()) ?? (host === undefined ? showDirections(url) : `${host}${pathOf(url)}`);
}

function hostOf(url: string): string | undefined {
  return (URL.canParse(url) && new URL(url).host) || undefined;
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}
