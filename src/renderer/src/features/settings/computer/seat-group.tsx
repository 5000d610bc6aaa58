import '#renderer/language/team.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { formatClock } from '#renderer/components/dates.ts';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import type { DesktopApi, SeatStatus } from '#shared/contract/desktop.ts';
import { Group } from '../parts/section.tsx';
import { notifyFailure } from '#renderer/components/toaster.tsx';

/** The shop that this app is a window of, how the connection is, and how to leave. */
export function SeatGroup({ desktop, seat }: { readonly desktop: DesktopApi; readonly seat: SeatStatus }) {
  const { t } = useTranslation('team');
  const { shop, address, connection } = seat;
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const leave = async (): Promise<void> => {
    setPending(true);
    await desktop.call('leaveShop').catch((error: unknown) => notifyFailure(t('seat.failed'), error));
    setPending(false);
  };
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
      </div>
      <Button className="self-start" onClick={() => setAsking(true)}>
        {t('seat.leaveShop')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('seat.leaveAsk', { shop })}
        consequences={<p>{t('seat.leaveWill')}</p>}
        confirmLabel={t('seat.leaveShop')}
        danger
        pending={pending}
        onConfirm={() => void leave()}
      />
    </Group>
  );
}
