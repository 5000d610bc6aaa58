import { FileKey } from 'lucide-react';
import { useState } from 'react';
import type { CertificateInfo, ConnectionView } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { dateWords, fullWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Sentences } from '../danger-row.tsx';
import { LostSecretNotice } from '../lost-secret-notice.tsx';
import { Notice } from '../notice.tsx';
import { Group } from '../section.tsx';
import { tellTrouble } from '../trouble.ts';
import { certificateWords } from './certificate-words.ts';
import { connectionWords } from './connection-words.ts';
import { ImportCertificateDialog } from './import-certificate-dialog.tsx';
import { endingWords } from './reach-words.ts';
import { RootCertificate } from './root-certificate.tsx';

/** The certificate of the network's door, how long it lasts, and how devices come to trust it. */
export function CertificatePanel({
  view: { certificate, lockedCertificate, settings },
}: {
  readonly view: ConnectionView;
}) {
  const [importing, setImporting] = useState(false);
  const isOwn = settings.network.certificate === 'own';
  return (
    <>
      <Group
        title={certificateWords.title}
        lead={certificateWords.lead}
        action={
          <Button onClick={() => setImporting(true)}>
            <FileKey aria-hidden className="size-4" />
            {certificateWords.import}
          </Button>
        }
      >
        {lockedCertificate !== undefined ? (
          <Locked kind={lockedCertificate} />
        ) : certificate === undefined ? (
          <p className="text-ui text-ink-quiet">{isOwn ? certificateWords.noneOwn : certificateWords.none}</p>
        ) : (
          <>
            <Ending certificate={certificate} />
            <Details certificate={certificate} />
          </>
        )}
      </Group>
      {!isOwn && <RootCertificate />}
      <ImportCertificateDialog open={importing} onOpenChange={setImporting} />
    </>
  );
}

/** The way back, and the way on where there is none. */
function Locked({ kind }: { readonly kind: NonNullable<ConnectionView['lockedCertificate']> }) {
  const [asking, setAsking] = useState(false);
  const { renewAuthority } = useWayInChanges();
  const renew = () =>
    renewAuthority.mutate(undefined, {
      onSuccess: () => say(certificateWords.renewed),
      onError: (error) => tellTrouble(connectionWords.failed, error),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <LostSecretNotice title={certificateWords.lockedTitle}>
        {kind === 'made' ? certificateWords.lockedMade : certificateWords.lockedOwn}
      </LostSecretNotice>
      {kind === 'made' && (
        <Button className="self-start" onClick={() => setAsking(true)}>
          {certificateWords.renewAuthority}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={certificateWords.renewAsk}
        whatWillHappen={<Sentences sentences={certificateWords.renewWill} />}
        confirmLabel={certificateWords.renewConfirm}
        danger
        pending={renewAuthority.isPending}
        onConfirm={renew}
      />
    </>
  );
}

function Ending({ certificate }: { readonly certificate: CertificateInfo }) {
  const ending = useTicking((now) => endingWords(certificate, now) ?? '');
  if (ending === '') return null;
  return (
    <Notice tone="attention" title={ending}>
      <p>{certificateWords.renewHint}</p>
    </Notice>
  );
}

function Details({
  certificate: { made, names, issuer, validTo, fingerprint },
}: {
  readonly certificate: CertificateInfo;
}) {
  const rows = [
    [certificateWords.names, names.join(', ')],
    [certificateWords.issuer, made ? certificateWords.madeHere : issuer],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ui">
      {rows.map(([term, words]) => (
        <div key={term} className="contents">
          <dt className="text-ink-quiet">{term}</dt>
          <dd className="min-w-0 break-words">{words}</dd>
        </div>
      ))}
      <dt className="text-ink-quiet">{certificateWords.validTo}</dt>
      <dd title={fullWords(validTo)}>
        {dateWords(validTo)}
        {made && <span className="text-ink-quiet"> · {certificateWords.renewedByItself}</span>}
      </dd>
      <dt className="text-ink-quiet">{certificateWords.fingerprint}</dt>
      <dd className="min-w-0 font-mono text-meta leading-[18px] break-all">{fingerprint}</dd>
    </dl>
  );
}
