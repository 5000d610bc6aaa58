import { TriangleAlert, CloudOff, AlarmClock, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyles, IconButton } from '#renderer/components/button.tsx';
import { useConnection } from '#renderer/rpc/console-context.tsx';
import { useConnectionView, useBots, useChannels, useOwnerNames } from '#renderer/rpc/use-directory.ts';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { useMay } from '#renderer/rpc/ask.ts';
import { createUnsentStore } from '#renderer/rpc/written.ts';
import { useWaitingCount } from '#renderer/rpc/use-messages.ts';
import { Link } from 'wouter';
import { lazy } from '#renderer/components/lazy.tsx';
import { formatFull, formatSince, useNow } from '#renderer/components/dates.tsx';
import { narrow, showList } from '#renderer/state/inbox-view.ts';
import type { MissedActivity } from '#shared/contract/desktop.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { useOnline } from '#renderer/state/page-state.ts';
import { formatList, listParts } from '#renderer/components/amounts.ts';

const SeatLost = lazy(async () => (await import('./seat-lost.tsx')).SeatLost);

const AskOwners = lazy(async () => (await import('#renderer/components/owners-only.tsx')).AskOwners);

/** A notice for the owner above every screen, shown as long as it applies. */
export function NoticeLine({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex min-h-10 shrink-0 items-center justify-center gap-2 border-b bg-attention-tint px-4 py-2 text-ui text-attention"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{title}</strong> {children}
      </span>
    </div>
  );
}

/** Milliseconds before a lost connection is announced; most recover sooner. */
const ANNOUNCE_DELAY = 1500;

/** Says that the engine is unreachable, and whether only the network here is down or customers are affected too. */
export function ConnectionBanner() {
  const { t } = useTranslation('app');
  const isLost = useConnection().state === 'lost';
  const isOnline = useOnline();
  const seat = useDesktopStatus().data?.seat;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isLost), isLost ? ANNOUNCE_DELAY : 0);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status" className="shrink-0">
      {shown && (
        <div className="flex min-h-10 items-center justify-center gap-2 bg-attention-tint px-4 py-2 text-ui text-attention">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>
            {seat === undefined ? (
              <>
                <strong className="font-semibold">{isOnline ? t('connectionLost') : t('networkLost')}</strong>{' '}
                {isOnline ? t('connectionLostMore') : t('networkLostMore')}
              </>
            ) : (
              <SeatLost seat={seat} />
            )}
            <UnsentCount />
          </span>
        </div>
      )}
    </div>
  );
}

/** Number of replies and notes that go out once the connection is back. */
function UnsentCount() {
  const { t } = useTranslation('app');
  const count = useWaitingCount();
  return count > 0 && <> {t('unsent', { count })}</>;
}

/** Fills the window until the engine has answered once. */
export function NotAnswering({ onTryAgain }: { readonly onTryAgain: () => void }) {
  const { t } = useTranslation('app');
  const [unsent] = useState(() => createUnsentStore(window).list().length);
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="flex max-w-96 flex-col items-center gap-2 text-center">
        <CloudOff aria-hidden className="size-6 text-ink-quiet" />
        <h1 className="text-title font-semibold">{t('connectionLost')}</h1>
        <p className="text-ui text-ink-quiet">
          {t('neverAnswered')}
          {unsent > 0 && <> {t('unsent', { count: unsent })}</>}
        </p>
        <Button className="mt-2" onClick={onTryAgain}>
          {t('tryAgain')}
        </Button>
      </div>
    </main>
  );
}

/** After sleep or lock: who is waiting and what failed in the meantime, until dismissed. */
export function CatchUpLine() {
  const { t } = useTranslation('app');
  const desktop = useDesktop();
  const [happened, setHappened] = useState<MissedActivity>();
  useEffect(() => desktop?.on('catchUp', setHappened), [desktop]);
  const text = happened && missedText(happened);
  const dismiss = (): void => setHappened(undefined);

  // Failures are counted among the operator's own chats.
  const filter = happened?.waiting === 0 ? 'mine' : 'waiting';
  const show = (): void => {
    showList(filter);
    // All of them, whatever tags the list was filtered by.
    narrow({ tags: [] });
    dismiss();
  };
  return (
    <div role="status" className="shrink-0">
      {happened && text !== undefined && (
        <div className="flex min-h-10 items-center justify-center gap-x-3 bg-accent-tint py-1 pe-2 ps-4 text-ui text-ink">
          <AlarmClock aria-hidden className="size-4 shrink-0 text-accent" />
          <p className="min-w-0" title={formatFull(happened.since)}>
            <span className="font-semibold">{t('whileAway')}</span> {text}
          </p>
          <Link href="/" onClick={show} className={buttonStyles({ size: 'sm' })}>
            {filter === 'mine' ? t('showMine') : t('showWaiting')}
          </Link>
          <IconButton size="sm" label={t('dismiss')} tooltipSide="bottom" icon={<X />} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}

/** One line about what happened in the meantime; undefined if nothing did. */
export function missedText({ waiting, failed }: Pick<MissedActivity, 'waiting' | 'failed'>): string | undefined {
  if (waiting > 0 && failed > 0)
    return i18n.t('app:catchUp.both', {
      waiting: i18n.t('app:catchUp.waitingAnd', { count: waiting }),
      failed: i18n.t('app:catchUp.failedAnd', { count: failed }),
    });
  if (waiting > 0) return i18n.t('app:catchUp.waiting', { count: waiting });
  return failed > 0 ? i18n.t('app:catchUp.failed', { count: failed }) : undefined;
}

/** Names the channels, bots and the tunnel whose secret can't be read, each leading to where it is entered again. */
export function LostSecrets() {
  const { t } = useTranslation('app');
  const isOwner = useMay('owner') === true;
  const owners = useOwnerNames();
  const channels = useChannels().data?.filter(({ secretLost }) => secretLost === true) ?? [];
  const bots = useBots().data?.filter(({ state, enabled }) => state === 'token_lost' && enabled) ?? [];
  const hasTunnel = (useConnectionView().data?.lostSecrets ?? []).length > 0;
  const lost = [
    ...channels.map(({ id, name }) => ({ name, href: `/settings/channels/${encodeURIComponent(id)}` })),
    ...bots.map(({ id, name }) => ({ name, href: `/settings/bots/${encodeURIComponent(id)}` })),
    ...(hasTunnel ? [{ name: t('lostSecret.tunnel'), href: '/settings/connection' }] : []),
  ];
  if (lost.length === 0) return null;
  return (
    <NoticeLine title={t('lostSecret.title')}>
      {listParts(lost.length, 'conjunction').map((part) => {
        const named = typeof part === 'string' ? undefined : lost[part];
        if (named === undefined) return part;
        if (!isOwner) return <bdi key={named.href}>{named.name}</bdi>;
        return (
          <Link key={named.href} href={named.href} className="font-medium text-attention underline">
            <bdi>{named.name}</bdi>
          </Link>
        );
      })}
      {'. '}
      {!isOwner && <AskOwners owners={owners} />}
    </NoticeLine>
  );
}

/** Tells owners which bots take no events, until they do again. */
export function SilentBots() {
  const { t } = useTranslation('app');
  const isOwner = useMay('owner') === true;
  const bots = (useBots().data ?? []).filter(
    ({ state, reach, channelIds }) =>
      (state === 'working' || state === 'blocked') && reach?.failingSince !== undefined && channelIds.length > 0,
  );
  const [first] = bots;
  const since = first?.reach?.failingSince ?? 0;
  const time = useNow((now) => formatSince(since, now));
  if (!isOwner || first === undefined) return null;
  const isOne = bots.length === 1;
  const names = formatList(bots.map(({ name }) => name));
  return (
    <NoticeLine title={isOne ? t('silentBot.one', { names, time }) : t('silentBot.many', { names })}>
      {t('silentBot.more')}{' '}
      <Link
        href={isOne ? `/settings/bots/${encodeURIComponent(first.id)}` : '/settings/bots'}
        className="font-medium whitespace-nowrap text-attention underline"
      >
        {isOne ? t('silentBot.toBot') : t('silentBot.toBots')}
      </Link>
    </NoticeLine>
  );
}
