import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { useWayIn, useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/notice.tsx';
import { tellTrouble } from '../parts/trouble.ts';

/** Says beside addresses, until somebody has seen it, that their port is another one than expected. */
export function MovedPort() {
  const { t } = useTranslation('connection');
  const port = useWayIn().data?.movedPort;
  const { dismissMovedPort } = useWayInChanges();
  if (port === undefined) return null;
  const dismiss = () => dismissMovedPort.mutate(undefined, { onError: (error) => tellTrouble(t('failed'), error) });
  return (
    <Notice tone="neutral" title={t('reachNotice.notice.movedPort', { from: String(port.from), to: String(port.to) })}>
      <p>{t('reachNotice.notice.movedPortMore', { from: String(port.from), to: String(port.to) })}</p>
      <Button size="sm" className="mt-1 self-start" pending={dismissMovedPort.isPending} onClick={dismiss}>
        {t('reachNotice.notice.understood')}
      </Button>
    </Notice>
  );
}
