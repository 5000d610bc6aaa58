import { useTranslation } from 'react-i18next';
import * as Icons from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { formatCount, formatNumber } from '#renderer/components/amounts.ts';
import { CountBadge } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Menu, MenuItem, Tooltip } from '#renderer/components/popups.tsx';
import { usePhone, useLooking, useMediaQuery } from '#renderer/state/page-state.ts';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { useMay } from '#renderer/rpc/ask.ts';
import { useCounts } from '#renderer/rpc/use-chats.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { PresenceMenu } from '#renderer/features/presence/presence-menu.tsx';

/** The navigation bar at the window’s start edge, with the operator at its foot; on a phone at the bottom. */
export function Rail() {
  const { t } = useTranslation('app');
  const [at] = useLocation();
  const section = at.split('/')[1] ?? '';
  const hasVisitors = useChannels().data?.some(({ kind }) => channelKinds[kind].hasVisitors) ?? false;
  const mayReport = useMay('reports');
  const isPhone = usePhone();
  const railLink = (name: 'search' | 'customers' | 'visitors' | 'reports' | 'settings', icon: ReactNode) => {
    return { href: `/${name}`, label: t(name), current: name === section, icon };
  };
  const links: readonly RailTarget[] = [
    railLink('search', <Icons.Search />),
    railLink('customers', <Icons.Users />),
    ...(hasVisitors || section === 'visitors' ? [railLink('visitors', <Icons.Globe />)] : []),
    mayReport === false
      ? { href: '/reports/ratings', label: t('ratings'), current: section === 'reports', icon: <Icons.Star /> }
      : railLink('reports', <Icons.ChartColumn />),
    railLink('settings', <Icons.Settings />),
  ];
  const inbox = <InboxLink current={section === '' || section === 'chat'} />;
  const linked = (isPhone ? links.slice(0, 2) : links).map((link) => <RailLink key={link.href} {...link} />);
  if (isPhone)
    return (
      <nav
        aria-label={t('mainMenu')}
        hidden={section === 'chat'}
        className="-mb-(--safe-bottom) flex shrink-0 items-stretch border-t bg-sunken px-1 pb-(--safe-bottom) [&[hidden]]:hidden"
      >
        {inbox}
        {linked}
        <MoreLinks links={links.slice(2)} />
        <div className="grid shrink-0 place-items-center px-1">
          <PresenceMenu side="top" />
        </div>
      </nav>
    );
  return (
    <nav aria-label={t('mainMenu')} className="flex w-14 shrink-0 flex-col items-center gap-1 border-e bg-sunken py-3">
      {inbox}
      {linked}
      <div className="flex-1" />
      <PresenceMenu side="inline-end" />
    </nav>
  );
}

/** Leads to the inbox; says how many customers wait, also in the window's title. */
function InboxLink({ current }: Pick<RailTarget, 'current'>) {
  const { t } = useTranslation('app');
  const { needsMe, failed = 0 } = useCounts().data ?? {};
  const waiting = needsMe?.all ?? 0;
  useWindowTitle(waiting);
  const waitingWords = t('inboxWaiting', { count: waiting, waiting: formatCount(waiting) });
  const failedWords = t('inboxFailed', { count: failed, failed: formatCount(failed) });
  const inboxWords = waiting === 0 ? t('inbox') : waitingWords;
  return (
    <RailLink
      href="/"
      label={failed === 0 ? inboxWords : `${inboxWords}, ${failedWords}`}
      name={t('inbox')}
      current={current}
      icon={<Icons.Inbox />}
    >
      <CountBadge
        count={waiting}
        label={waitingWords}
        className="absolute -top-1 -end-1 border-2 border-sunken max-phone:start-[19px] max-phone:end-auto"
      />
      <CountBadge
        count={failed}
        label={failedWords}
        isTrouble
        className="absolute -end-1 -bottom-1 border-2 border-sunken max-phone:end-[19px] max-phone:-top-1 max-phone:bottom-auto"
      />
    </RailLink>
  );
}

interface RailTarget {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
  readonly icon: ReactNode;
}

/** Menu of the places that the bar has no room for on a phone. */
function MoreLinks({ links }: { readonly links: readonly RailTarget[] }) {
  const { t } = useTranslation('app');
  const [, navigate] = useLocation();
  const current = links.find((link) => link.current);
  const trigger = (
    <button type="button" className={cn(barLook, current && 'font-medium text-accent')}>
      {current?.icon ?? <Icons.Ellipsis />}
      <span className="max-w-full truncate text-meta">{current?.label ?? t('morePlaces')}</span>
      {current !== undefined && <span className="sr-only">{t('morePlaces')}</span>}
    </button>
  );
  return (
    <Menu trigger={trigger} side="top" align="end">
      {links.map(({ href, label, icon }) => (
        <MenuItem key={href} icon={icon} onSelect={() => navigate(href)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** An entry of the bar on a phone: an icon above its name. */
const barLook =
  'flex min-w-11 flex-1 flex-col items-center justify-center gap-0.5 rounded-control px-0.5 py-1.5 text-ink-quiet [&_svg]:size-5';

interface RailLinkProps extends RailTarget {
  /** shown below the icon on a phone; left out: the label */
  readonly name?: string;
  readonly children?: ReactNode;
}

function RailLink({ href, label, name = label, current, icon, children }: RailLinkProps) {
  if (usePhone())
    return (
      <Link
        href={href}
        aria-current={current ? 'page' : undefined}
        className={cn(barLook, 'no-underline', current && 'font-medium text-accent')}
      >
        <span aria-hidden className="relative px-1.5">
          {icon}
          {children}
        </span>
        <span aria-hidden className="max-w-full truncate text-meta">
          {name}
        </span>
        <span className="sr-only">{label}</span>
      </Link>
    );
  return (
    <Tooltip text={label} side="inline-end">
      <Link
        href={href}
        aria-current={current ? 'page' : undefined}
        className={cn(
          'relative grid size-10 place-items-center rounded-control text-ink-quiet transition-colors hover:bg-hover hover:text-ink [&_svg]:size-5',
          current && 'bg-selected text-accent hover:bg-selected hover:text-accent',
        )}
      >
        {icon}
        <span className="sr-only">{label}</span>
        <span aria-hidden className="contents">
          {children}
        </span>
      </Link>
    </Tooltip>
  );
}

/** Milliseconds that each of the two alternating titles is shown. */
const TITLE_INTERVAL = 1500;

/** Shows how many customers are waiting in the window's title, which alternates while nobody looks at the window. */
function useWindowTitle(waiting: number): void {
  const looking = useLooking();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  // The desktop app has its own notifications; the title would repeat them.
  const calls = window.counterbell === undefined && !looking && !isStill && waiting > 0;
  useEffect(() => {
    let isCall = false;
    const show = (): void => {
      const title = waiting === 0 ? 'Counterbell' : `(${formatNumber(waiting)}) Counterbell`;
      document.title = isCall ? i18n.t('app:titleCall', { count: waiting }) : title;
      isCall = !isCall;
    };
    show();
    if (!calls) return;
    const timer = setInterval(show, TITLE_INTERVAL);
    return () => clearInterval(timer);
  }, [waiting, calls]);
}
