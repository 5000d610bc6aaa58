import { useTranslation } from 'react-i18next';
import { formatClock } from '#renderer/components/dates.tsx';
import type { SeatStatus } from '#shared/contract/desktop.ts';

/** Says since when the shop's computer is away and why, as far as this one can tell. */
export function SeatLost({ seat: { shop, connection } }: { readonly seat: SeatStatus }) {
  const { t } = useTranslation('team');
  if (connection.state !== 'reconnecting') return null;
  const { since, why } = connection;
  return (
    <span>
      <strong className="font-semibold">
        {why === 'otherKey' ? t('seat.otherKey', { shop }) : t('seat.lost', { shop, time: formatClock(since) })}
      </strong>{' '}
      {t(`seat.why.${why}`, { shop })} {t('seat.kept')}
    </span>
  );
}
