import { useTranslation } from 'react-i18next';
import { FileKey } from 'lucide-react';
import { useState } from 'react';
import type { CertificateInfo, ConnectionView } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { dateWords, fullWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Sentences } from '../parts/danger-row.tsx';
import { LostSecretNotice } from '../parts/lost-secret-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { ImportCertificateDialog } from './import-certificate-dialog.tsx';
import { endingWords } from './reach-text.ts';
import { RootCertificate } from './root-certificate.tsx';

/** The certificate of the network's door, how long it lasts, and how devices come to trust it. */
export function CertificatePanel({
  view: { certificate, lockedCertificate, settings },
}: {
  readonly view: ConnectionView;
}) {
  const { t } = useTranslation('connection');
  const [importing, setImporting] = useState(false);
  const isOwn = settings.network.certificate === 'own';
  return (
    <>
      <Group
        title={t('certificate.title')}
        lead={t('certificate.lead')}
        action={
          <Button onClick={() => setImporting(true)}>
            <FileKey aria-hidden className="size-4" />
            {t('certificate.import')}
          </Button>
        }
      >
        {lockedCertificate !== undefined ? (
          <Locked kind={lockedCertificate} />
        ) : certificate === undefined ? (
          <p className="text-ui text-ink-quiet">{isOwn ? t('certificate.noneOwn') : t('certificate.none')}</p>
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
  const { t } = useTranslation('connection');
  const [asking, setAsking] = useState(false);
  const { renewAuthority } = useWayInChanges();
  const renew = () =>
    renewAuthority.mutate(undefined, {
      onSuccess: () => say(t('certificate.renewed')),
      onError: (error) => tellTrouble(t('failed'), error),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <LostSecretNotice title={t('certificate.lockedTitle')}>
        {kind === 'made' ? t('certificate.lockedMade') : t('certificate.lockedOwn')}
      </LostSecretNotice>
      {kind === 'made' && (
        <Button className="self-start" onClick={() => setAsking(true)}>
          {t('certificate.renewAuthority')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('certificate.renewAsk')}
        whatWillHappen={<Sentences sentences={[t('certificate.renewWill1'), t('certificate.renewWill2')]} />}
        confirmLabel={t('certificate.renewConfirm')}
        danger
        pending={renewAuthority.isPending}
        onConfirm={renew}
      />
    </>
  );
}

function Ending({ certificate }: { readonly certificate: CertificateInfo }) {
  const { t } = useTranslation('connection');
  const ending = useTicking((now) => endingWords(certificate, now) ?? '');
  if (ending === '') return null;
  return (
    <Notice tone="attention" title={ending}>
      <p>{t('certificate.renewHint')}</p>
    </Notice>
  );
}

function Details({
  certificate: { made, names, issuer, validTo, fingerprint },
}: {
  readonly certificate: CertificateInfo;
}) {
  const { t } = useTranslation('connection');
  const rows = [
    [t('certificate.names'), names.join(', ')],
    [t('certificate.issuer'), made ? t('certificate.madeHere') : issuer],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ui">
      {rows.map(([term, words]) => (
        <div key={term} className="contents">
          <dt className="text-ink-quiet">{term}</dt>
          <dd className="min-w-0 break-words">{words}</dd>
        </div>
      ))}
      <dt className="text-ink-quiet">{t('certificate.validTo')}</dt>
      <dd title={fullWords(validTo)}>
        {dateWords(validTo)}
        {made && <span className="text-ink-quiet"> · {t('certificate.renewedByItself')}</span>}
      </dd>
      <dt className="text-ink-quiet">{t('certificate.fingerprint')}</dt>
      <dd className="min-w-0 font-mono text-meta leading-[18px] break-all">{fingerprint}</dd>
    </dl>
  );
}
