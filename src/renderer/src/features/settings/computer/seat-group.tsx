import '#renderer/language/team.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatClock } from '#renderer/components/dates.tsx';
import type { DesktopApi, SeatStatus } from '#shared/contract/desktop.ts';
import { Group } from '../parts/section.tsx';
import { ConfirmButton } from '#renderer/components/actions.tsx';

/** The shop that this app is a window of, how the connection is, and how to leave. */
export function SeatGroup({
  desktop,
  seat,
  seats,
}: {
  readonly desktop: DesktopApi;
  readonly seat: SeatStatus;
  /** all of this app */
  readonly seats: readonly SeatStatus[];
}) {
  const { t } = useTranslation(['team', 'app']);
  const { shop, address, connection, unsent } = seat;
  const said = (): string => {
    if (connection.state === 'connected') return t('seat.connected', { shop });
    return connection.state === 'reconnecting'
      ? t('seat.lost', { shop, time: formatClock(connection.since) })
      : t('seat.connecting', { shop });
  };
  return (
    <Group title={t('seat.group')}>
      <div role="status" className="text-ui wrap-anywhere">
        <p>{said()}</p>
        <p className="text-ink-quiet">{t('seat.address', { address })}</p>
        {connection.state === 'connected' && connection.hostIsOlder && <p className="mt-2">{t('seat.older')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Link href="/join" className={cn(buttonStyles({}), 'no-underline')}>
          {t('seat.another')}
        </Link>
        <ConfirmButton
          label={t('seat.leaveShop')}
          title={t('seat.leaveAsk', { shop })}
          will={[
            ...(unsent === 0 ? [] : [t('app:unsent', { count: unsent })]),
            t(seats.length > 1 ? 'seat.leaveOneWill' : 'seat.leaveWill'),
          ]}
          failed={t('seat.failed')}
          act={() => desktop.call('leaveShop')}
        />
      </div>
    </Group>
  );
}
