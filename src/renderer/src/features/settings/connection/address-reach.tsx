import { Link } from 'wouter';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../notice.tsx';
import { noticeWords } from './notice-words.ts';

/** Says beside addresses who can call them, where that is not everybody. */
export function AddressReach() {
  const view = useWayIn().data;
  if (view === undefined) return null;
  if (view.reach.state === 'unreachable')
    return <Hint tone="urgent" title={noticeWords.broken} more={noticeWords.brokenMore} />;
  if (view.settings.way === 'local')
    return <Hint tone="neutral" title={noticeWords.onlyHere} more={noticeWords.onlyHereMore} />;
  if (view.settings.way === 'lan')
    return <Hint tone="neutral" title={noticeWords.onlyNetwork} more={noticeWords.onlyNetworkMore} />;
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
  return (
    <Notice tone={tone} title={title}>
      <p>
        {more}{' '}
        <Link href="/settings/connection" className={tone === 'urgent' ? 'text-urgent underline' : 'underline'}>
          {noticeWords.connection}
        </Link>
        .
      </p>
    </Notice>
  );
}
