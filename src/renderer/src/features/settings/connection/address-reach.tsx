import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/notice.tsx';

/** Says beside addresses who can call them, where that is not everybody. */
export function AddressReach() {
  const { t } = useTranslation('connection');
  const view = useWayIn().data;
  if (view === undefined) return null;
  if (view.reach.state === 'unreachable')
    return <Hint tone="urgent" title={t('reachNotice.notice.broken')} more={t('reachNotice.notice.brokenMore')} />;
  if (view.settings.way === 'local')
    return <Hint tone="neutral" title={t('reachNotice.notice.onlyHere')} more={t('reachNotice.notice.onlyHereMore')} />;
  if (view.settings.way === 'lan')
    return (
      <Hint tone="neutral" title={t('reachNotice.notice.onlyNetwork')} more={t('reachNotice.notice.onlyNetworkMore')} />
    );
  return null;
}

function Hint({
  tone,
  title,
  more,
}: {
  readonly tone: 'urgent' | 'neutral';
  readonly title: string;
  readonly more: string;
}) {
  const { t } = useTranslation('connection');
  return (
    <Notice tone={tone} title={title}>
      <p>
        {more}{' '}
        <Link href="/settings/connection" className={tone === 'urgent' ? 'text-urgent underline' : 'underline'}>
          {t('reachNotice.notice.connection')}
        </Link>
        .
      </p>
    </Notice>
  );
}
