import { FileKey, Download } from 'lucide-react';
import { useState } from 'react';
import { textsIn } from '#renderer/language/i18n.ts';
import type { CertificateInfo, ConnectionView } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { formatDate, formatFull, useNow } from '#renderer/components/dates.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useWayInChanges } from '#renderer/rpc/use-directory.ts';
import { ActionButton, ConfirmButton } from '#renderer/components/actions.tsx';
import { LostSecretNotice } from '../parts/secret.tsx';
import { Notice, Group } from '../parts/section.tsx';
import { ImportCertificateDialog } from './import-certificate-dialog.tsx';
import { endingText } from './reach.tsx';
import { saveFile } from '#renderer/components/files.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Facts, useLikelyPlatform, Snippet } from '../parts/snippet.tsx';

const t = textsIn('connection');

/** The certificate of the local network: its expiry, and how devices come to trust it. */
export function CertificatePanel({ view }: { readonly view: ConnectionView }) {
  const { certificate, lockedCertificate, settings } = view;
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
      <ImportCertificateDialog open={importing} onClose={() => setImporting(false)} />
    </>
  );
}

function Locked({ kind }: { readonly kind: NonNullable<ConnectionView['lockedCertificate']> }) {
  const { renewAuthority } = useWayInChanges();
  return (
    <>
      <LostSecretNotice title={t('certificate.lockedTitle')}>
        {kind === 'made' ? t('certificate.lockedMade') : t('certificate.lockedOwn')}
      </LostSecretNotice>
      {kind === 'made' && (
        <ConfirmButton
          label={t('certificate.renewAuthority')}
          className="self-start"
          title={t('certificate.renewAsk')}
          will={[t('certificate.renewWill1'), t('certificate.renewWill2')]}
          confirmLabel={t('certificate.renewConfirm')}
          failed={t('failed')}
          act={() => renewAuthority.mutateAsync()}
          done={t('certificate.renewed')}
        />
      )}
    </>
  );
}

function Ending({ certificate }: { readonly certificate: CertificateInfo }) {
  const ending = useNow((now) => endingText(certificate, now) ?? '');
  if (ending === '') return null;
  return (
    <Notice tone="attention" title={ending}>
      {t('certificate.renewHint')}
    </Notice>
  );
}

function Details({ certificate }: { readonly certificate: CertificateInfo }) {
  const { made, names, issuer, validTo, fingerprint } = certificate;
  return (
    <Facts
      facts={[
        [t('certificate.names'), names.join(', ')],
        [t('certificate.issuer'), made ? t('certificate.madeHere') : issuer],
        [
          t('certificate.validTo'),
          <span key="validTo" title={formatFull(validTo)}>
            {formatDate(validTo)}
            {made && <span className="text-ink-quiet"> · {t('certificate.renewedByItself')}</span>}
          </span>,
        ],
        [
          t('certificate.fingerprint'),
          <span key="fingerprint" className="font-mono text-meta leading-[18px] break-all">
            {fingerprint}
          </span>,
        ],
      ]}
    />
  );
}

const ROOT_FILE = 'counterbell-root.crt';
const LINUX_COMMAND = `sudo cp ${ROOT_FILE} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`;

const devices = ['windows', 'mac', 'ios', 'android', 'linux'] as const;
type Device = (typeof devices)[number];

/** The root of certificates made here to download, and how to trust it on each kind of device. */
export function RootCertificate() {
  const fetched = useRouteMutation('connection.authority');
  const platform = useLikelyPlatform();
  const [chosen, setChosen] = useState<Device>();
  const download = async () => {
    const { certificate } = await fetched.mutateAsync();
    saveFile(document, { name: ROOT_FILE, type: 'application/x-x509-ca-cert', text: certificate });
  };
  return (
    <Group title={t('certificate.rootTitle')} lead={t('certificate.rootLead')}>
      <div className="flex flex-col gap-2">
        <ActionButton className="self-start" failed={t('certificate.downloadFailed')} act={download}>
          <Download aria-hidden className="size-4" />
          {t('certificate.download')}
        </ActionButton>
        <div role="status" className="text-ui empty:hidden">
          {fetched.data !== undefined && (
            <>
              <p className="text-ink-quiet">{t('certificate.rootFingerprint')}</p>
              <p className="font-mono text-meta leading-[18px] break-all">{fetched.data.fingerprint}</p>
            </>
          )}
        </div>
      </div>
      <Tabs<Device>
        label={t('certificate.trustOn')}
        value={chosen ?? platform}
        onValueChange={setChosen}
        listClassName="flex-wrap"
        tabs={devices.map((device) => ({
          value: device,
          label: t(`certificate.trust.${device}.title`),
          panel: <Steps device={device} />,
        }))}
      />
    </Group>
  );
}

function Steps({ device }: { readonly device: Device }) {
  const title = t(`certificate.trust.${device}.title`);
  const steps = Object.values(t(`certificate.trust.${device}.steps`, { returnObjects: true, rootFile: ROOT_FILE }));
  return (
    <div className="flex flex-col gap-2.5 pt-1">
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-ui marker:text-ink-quiet">
        {steps.map((step) => (
          <li key={step} className="ps-1">
            {step}
          </li>
        ))}
      </ol>
      {device === 'linux' && (
        <Snippet label={title} text={LINUX_COMMAND} copyLabel={t('copyCommand', { system: title })} />
      )}
    </div>
  );
}
