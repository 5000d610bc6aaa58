import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatClock } from '#renderer/components/dates.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import type { DesktopApi, SeatStatus } from '#shared/contract/desktop.ts';
import { Group } from '../parts/section.tsx';
import { ConfirmButton } from '#renderer/components/actions.tsx';

/** The shop that this app is a window of, how the connection is, and how to leave. */
export function SeatGroup({ desktop, seat }: { readonly desktop: DesktopApi; readonly seat: SeatStatus }) {
  const { t } = useTranslation(['team', 'app']);
  const { shop, address, connection } = seat;
  const { outbox } = useConsole();
  const unsent = useStore(outbox.state, (state) => state.unsent.length);
  const statusText = (): string => {
    if (connection.state === 'connected') return t('seat.connected', { shop });
    return connection.state === 'reconnecting'
      ? t('seat.lost', { shop, time: formatClock(connection.since) })
      : t('seat.connecting', { shop });
  };
  return (
    <Group title={t('seat.group')}>
      <div role="status" className="text-ui wrap-anywhere">
        <p>{statusText()}</p>
        <p className="text-ink-quiet">{t('seat.address', { address })}</p>
        {connection.state === 'connected' && connection.hostIsOlder && <p className="mt-2">{t('seat.older')}</p>}
      </div>
      <ConfirmButton
        label={t('seat.leaveShop')}
        className="self-start"
        title={t('seat.leaveAsk', { shop })}
        will={[...(unsent === 0 ? [] : [t('app:unsent', { count: unsent })]), t('seat.leaveWill')]}
        failed={t('seat.failed')}
        act={() => desktop.call('leaveShop')}
      />
    </Group>
  );
}
