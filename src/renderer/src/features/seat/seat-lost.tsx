import '#renderer/language/seat-words.ts';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#renderer/components/dates.ts';
import type { SeatStatus } from '#shared/contract/desktop.ts';

/** Since when the shop's computer is away, or that another one answers in its place. */
export function SeatLost({ seat: { shop, connection } }: { readonly seat: SeatStatus }) {
  const { t } = useTranslation('seat');
  if (connection.state !== 'reconnecting') return null;
  const { since, otherKey } = connection;
  return (
    <span>
      <strong className="font-semibold">
        {otherKey ? t('otherKey', { shop }) : t('lost', { shop, time: formatClock(since) })}
      </strong>{' '}
      {otherKey ? t('otherKeyMore') : t('lostMore')}
    </span>
  );
}
