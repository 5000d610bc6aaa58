import { useTranslation } from 'react-i18next';
import { FileKey, Download, CircleAlert } from 'lucide-react';
import { useState, useId, type ReactNode } from 'react';
import type { CertificateInfo, ConnectionView } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { formatDate, formatFull, useNow } from '#renderer/components/dates.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConnectionChanges } from '#renderer/rpc/use-directory.ts';
import { ActionButton, ConfirmButton, DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { LostSecretNotice } from '../parts/secret.tsx';
import { Notice, Group } from '../parts/section.tsx';
import { endingText } from './reach.ts';
import { FileButton, saveFile } from '#renderer/components/files.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Facts, useLikelyPlatform, Snippet } from '../parts/snippet.tsx';
import { named } from '#renderer/components/field.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { notify, failureText } from '#renderer/components/toaster.tsx';
import { PassphraseField } from '#renderer/components/text-field.tsx';

/** The certificate of the local network: its expiry, and how devices come to trust it. */
export function CertificatePanel({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
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
      {!isOwn && view.rootFrom !== undefined && <NewRoot since={view.rootFrom} />}
      {!isOwn && <RootCertificate />}
      <ImportCertificateDialog open={importing} onClose={() => setImporting(false)} />
    </>
  );
}

function Locked({ kind }: { readonly kind: NonNullable<ConnectionView['lockedCertificate']> }) {
  const { t } = useTranslation('connection');
  const { renewAuthority } = useConnectionChanges();
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
  const { t } = useTranslation('connection');
  const ending = useNow((now) => endingText(certificate, now) ?? '');
  if (ending === '') return null;
  return (
    <Notice tone="attention" title={ending}>
      {t('certificate.renewHint')}
    </Notice>
  );
}

const MONTH = 30 * 24 * 60 * 60_000;

/** For a month: devices that trust an earlier root refuse this computer. */
function NewRoot({ since }: { readonly since: number }) {
  const { t } = useTranslation('connection');
  const isNew = useNow((now) => now - since < MONTH);
  if (!isNew) return null;
  return (
    <Notice tone="neutral" title={t('certificate.newRoot', { day: formatDate(since) })}>
      {t('certificate.newRootMore')}
    </Notice>
  );
}

function Details({ certificate }: { readonly certificate: CertificateInfo }) {
  const { t } = useTranslation('connection');
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
  const { t } = useTranslation('connection');
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
  const { t } = useTranslation('connection');
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

function ImportCertificateDialog({ open, onClose }: Opened) {
  const { t } = useTranslation('connection');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('certificate.importTitle')}
      description={t('certificate.importLead')}
    >
      <ImportForm onImported={onClose} />
    </Dialog>
  );
}

const FILES = [
  ['certificate', '.pem,.crt,.cer'],
  ['key', '.pem,.key'],
] as const;

function ImportForm({ onImported }: { readonly onImported: () => void }) {
  const { t } = useTranslation('connection');
  const { importCertificate, change } = useConnectionChanges();
  const [files, setFiles] = useState<Partial<Record<(typeof FILES)[number][0], File>>>({});
  const [passphrase, setPassphrase] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();

  const importIt = async (): Promise<void> => {
    setAsked(true);
    setProblem(undefined);
    const { certificate, key } = files;
    if (certificate === undefined || key === undefined) return;
    try {
      await importCertificate.mutateAsync({
        certificate: await certificate.text(),
        key: await key.text(),
        ...(passphrase !== '' && { passphrase }),
      });
      await change.mutateAsync({ network: { certificate: 'own' } });
      notify(t('certificate.imported'));
      onImported();
    } catch (error) {
      setProblem(error instanceof DOMException ? t('certificate.unreadable') : failureText(error));
    }
  };
  return (
    <DialogForm confirmLabel={t('certificate.importConfirm')} failed={t('failed')} act={importIt}>
      {FILES.map(([name, accept]) => (
        <FilePicker
          key={name}
          {...named(`connection:certificate.${name}File`)}
          accept={accept}
          file={files[name]}
          error={asked && files[name] === undefined ? t('certificate.chooseFirst') : undefined}
          onChoose={(file) => setFiles({ ...files, [name]: file })}
        />
      ))}
      <PassphraseField
        label={t('certificate.passphrase')}
        hint={t('certificate.passphraseHint')}
        value={passphrase}
        onChange={setPassphrase}
      />
      {problem !== undefined && <Notice tone="urgent" title={problem} />}
    </DialogForm>
  );
}

interface FilePickerProps {
  readonly label: string;
  readonly hint: ReactNode;
  /** file extensions: `.pem,.crt` */
  readonly accept: string;
  readonly file: File | undefined;
  readonly error: string | undefined;
  readonly onChoose: (file: File) => void;
}

function FilePicker({ label, hint, accept, file, error, onChoose }: FilePickerProps) {
  const { t } = useTranslation('connection');
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-ui font-medium">
        {label}
      </p>
      <div className="flex items-center gap-3">
        <FileButton
          label={label}
          accept={accept}
          aria-labelledby={`${id}-label ${id}-button`}
          aria-describedby={`${id}-hint`}
          onFile={onChoose}
        >
          <span id={`${id}-button`}>{t('certificate.choose')}</span>
        </FileButton>
        <span className="min-w-0 truncate text-ui text-ink-quiet">{file?.name ?? t('certificate.noFile')}</span>
      </div>
      {error !== undefined && (
        <p role="alert" className="flex gap-1.5 text-ui text-urgent">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
      <p id={`${id}-hint`} className="text-ui text-ink-quiet">
        {hint}
      </p>
    </div>
  );
}
