import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { ConnectionSettings } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Sentences } from '../parts/danger-row.tsx';
import { Notice } from '../parts/notice.tsx';
import { tellTrouble } from '../parts/trouble.ts';

interface HostKeyProps {
  readonly ssh: ConnectionSettings['tunnel']['ssh'];
  /** the server shows this one now, which is not the pinned one */
  readonly changed: string | undefined;
}

/** The server's pinned key; where it changed, what that may mean and the decision. */
export function HostKey({ ssh: { hostKey }, changed }: HostKeyProps) {
  const { t } = useTranslation('connection');
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ui font-medium">{t('tunnel.ssh.hostKey')}</p>
      {changed !== undefined ? (
        <ChangedKey before={hostKey} now={changed} />
      ) : (
        <>
          {hostKey !== null && (
            <code className="rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all">
              {hostKey}
            </code>
          )}
          <p className="text-ui text-ink-quiet">
            {hostKey === null ? t('tunnel.ssh.hostKeyNone') : t('tunnel.ssh.hostKeyHint')}
          </p>
        </>
      )}
    </div>
  );
}

function ChangedKey({ before, now }: { readonly before: string | null; readonly now: string }) {
  const { t } = useTranslation('connection');
  const [asking, setAsking] = useState(false);
  const { forgetHostKey } = useWayInChanges();
  const trust = () =>
    forgetHostKey.mutate(undefined, {
      onError: (error) => tellTrouble(t('failed'), error),
      onSettled: () => setAsking(false),
    });
  return (
    <Notice tone="urgent" title={t('tunnel.ssh.changedTitle')}>
      <p>{t('tunnel.ssh.changedMeans')}</p>
      <dl className="my-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt>{t('tunnel.ssh.changedNow')}</dt>
        <dd className="font-mono text-meta leading-[18px] break-all">{now}</dd>
        {before !== null && (
          <>
            <dt>{t('tunnel.ssh.changedBefore')}</dt>
            <dd className="font-mono text-meta leading-[18px] break-all">{before}</dd>
          </>
        )}
      </dl>
      <Button className="self-start border-urgent text-urgent" onClick={() => setAsking(true)}>
        {t('tunnel.ssh.trustNew')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('tunnel.ssh.trustAsk')}
        whatWillHappen={<Sentences sentences={[t('tunnel.ssh.trustWill.1'), t('tunnel.ssh.trustWill.2')]} />}
        confirmLabel={t('tunnel.ssh.trustConfirm')}
        danger
        pending={forgetHostKey.isPending}
        onConfirm={trust}
      />
    </Notice>
  );
}
