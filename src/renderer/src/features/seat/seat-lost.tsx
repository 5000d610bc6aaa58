import '#renderer/language/team.ts';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#renderer/components/dates.ts';
import type { SeatStatus } from '#shared/contract/desktop.ts';

/** Since when the shop's computer is away, or that another one answers in its place. */
export function SeatLost({ seat: { shop, connection } }: { readonly seat: SeatStatus }) {
  const { t } = useTranslation('team');
  if (connection.state !== 'reconnecting') return null;
  const { since, otherKey } = connection;
  return (
    <span>
      <strong className="font-semibold">
        {otherKey ? t('seat.otherKey', { shop }) : t('seat.lost', { shop, time: formatClock(since) })}
      </strong>{' '}
      {otherKey ? t('seat.otherKeyMore') : t('seat.lostMore')}
    </span>
  );
}
