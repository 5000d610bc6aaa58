import { Button } from '#renderer/components/button.tsx';
import { useWayIn, useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../notice.tsx';
import { tellTrouble } from '../trouble.ts';
import { connectionWords } from './connection-words.ts';
import { noticeWords } from './notice-words.ts';

/** Says beside addresses, until somebody has seen it, that their port is another one than expected. */
export function MovedPort() {
  const port = useWayIn().data?.movedPort;
  const { dismissMovedPort } = useWayInChanges();
  if (port === undefined) return null;
  const dismiss = () =>
    dismissMovedPort.mutate(undefined, { onError: (error) => tellTrouble(connectionWords.failed, error) });
  return (
    <Notice tone="neutral" title={noticeWords.movedPort(port.from, port.to)}>
      <p>{noticeWords.movedPortMore(port.from, port.to)}</p>
      <Button size="sm" className="mt-1 self-start" pending={dismissMovedPort.isPending} onClick={dismiss}>
        {noticeWords.understood}
      </Button>
    </Notice>
  );
}
