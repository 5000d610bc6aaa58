import '#renderer/language/team.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { useCheckForUpdates } from '#renderer/rpc/use-desktop.ts';
import type { DesktopApi, SeatStatus } from '#shared/contract/desktop.ts';
import { Frame } from './frame.tsx';

interface LostSeatScreenProps {
  readonly desktop: DesktopApi;
  readonly seat: SeatStatus;
}

/** Instead of the console, where a seat cannot work: it was removed at its host, or the host has a newer version. */
export function LostSeatScreen({ desktop, seat: { shop, connection } }: LostSeatScreenProps) {
  const { t } = useTranslation('team');
  const check = useCheckForUpdates();
  return connection.state === 'hostIsNewer' ? (
    <Frame title={t('seat.newer', { shop })} lead={t('seat.newerMore')}>
      <Button variant="primary" className="self-end" pending={check.isPending} onClick={() => check.mutate()}>
        {t('seat.update')}
      </Button>
    </Frame>
  ) : (
    <Frame title={t('seat.removed', { shop })} lead={t('seat.removedMore')}>
      <Button variant="primary" className="self-end" onClick={() => void desktop.call('leaveShop')}>
        {t('seat.leave')}
      </Button>
    </Frame>
  );
}
