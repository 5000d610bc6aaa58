import { useTranslation } from 'react-i18next';
import { AlarmClock, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { buttonLook, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { fullWords } from '#renderer/components/dates.ts';
import { useInboxView } from '#renderer/features/inbox/inbox-view.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { CatchUp } from '#shared/contract/desktop.ts';
import { i18n } from '#renderer/language/i18n.ts';

/** After the computer slept or was locked: who waits and what failed meanwhile, until it is dismissed. */
export function CatchUpLine() {
  const { t } = useTranslation('app');
  const desktop = useDesktop();
  const [happened, setHappened] = useState<CatchUp>();
  const { setFilter, setTags } = useInboxView();
  useEffect(() => desktop?.on('catchUp', setHappened), [desktop]);
  const said = happened === undefined ? undefined : catchUpWords(happened);

  // What failed is among one's own chats.
  const filter = happened?.waiting === 0 ? 'mine' : 'waiting';
  const show = (): void => {
    setFilter(filter);
    // All of them, not only those with the tags that were chosen before.
    setTags([]);
    setHappened(undefined);
  };
  return (
    <div role="status" className="shrink-0">
      {happened !== undefined && said !== undefined && (
        <div className="flex min-h-10 items-center justify-center gap-x-3 bg-accent-tint py-1 pe-2 ps-4 text-ui text-ink">
          <AlarmClock aria-hidden className="size-4 shrink-0 text-accent" />
          <p className="min-w-0" title={fullWords(happened.since)}>
            <span className="font-semibold">{t('whileAway')}</span> {said}
          </p>
          <Link href="/" onClick={show} className={cn(buttonLook({ size: 'sm' }), 'no-underline')}>
            {filter === 'mine' ? t('showMine') : t('showWaiting')}
          </Link>
          <IconButton
            size="sm"
            label={t('dismiss')}
            tooltipSide="bottom"
            icon={<X />}
            onClick={() => setHappened(undefined)}
          />
        </div>
      )}
    </div>
  );
}

/** What happened while nobody could see it, in a line; undefined where nothing did. */
export function catchUpWords({ waiting, failed }: Pick<CatchUp, 'waiting' | 'failed'>): string | undefined {
  if (waiting > 0 && failed > 0)
    return i18n.t('app:catchUp.both', {
      waiting: i18n.t('app:catchUp.waitingAnd', { count: waiting }),
      failed: i18n.t('app:catchUp.failedAnd', { count: failed }),
    });
  if (waiting > 0) return i18n.t('app:catchUp.waiting', { count: waiting });
  return failed > 0 ? i18n.t('app:catchUp.failed', { count: failed }) : undefined;
}
