import { named } from '#renderer/components/field.tsx';
import { useId, useState, useRef, type ReactNode } from 'react';
import { textsIn } from '#renderer/language/i18n.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { notify, failureText } from '#renderer/components/toaster.tsx';
import { useWayInChanges } from '#renderer/rpc/use-directory.ts';
import { DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { Notice } from '../parts/section.tsx';
import { base64Of } from '../parts/picture-field.tsx';
import { PassphraseField } from '../parts/saved-field.tsx';
import { CircleAlert } from 'lucide-react';

const t = textsIn('connection');

/** Imports a certificate with its key from files, and starts using it. */
export function ImportCertificateDialog({ open, onClose }: Opened) {
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

const formats = {
  pem: [
    ['certificate', '.pem,.crt,.cer'],
    ['key', '.pem,.key'],
  ],
  pkcs12: [['pkcs12', '.p12,.pfx']],
} as const;
type Format = keyof typeof formats;
type Files = Partial<Record<(typeof formats)[Format][number][0], File>>;
type Given = RouteInput<'connection.importCertificate'>;

function ImportForm({ onImported }: { readonly onImported: () => void }) {
  const { importCertificate, change } = useWayInChanges();
  const [format, setFormat] = useState<Format>('pem');
  const [files, setFiles] = useState<Files>({});
  const [passphrase, setPassphrase] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();

  const given = async (): Promise<Given | undefined> => {
    const { certificate, key, pkcs12 } = files;
    if (format === 'pkcs12') return pkcs12 && { pkcs12: await base64Of(pkcs12), passphrase };
    if (certificate === undefined || key === undefined) return undefined;
    return { certificate: await certificate.text(), key: await key.text(), ...(passphrase !== '' && { passphrase }) };
  };
  const importIt = async (): Promise<void> => {
    setAsked(true);
    setProblem(undefined);
    try {
      const whole = await given();
      if (whole === undefined) return;
      await importCertificate.mutateAsync(whole);
      await change.mutateAsync({ network: { certificate: 'own' } });
      notify(t('certificate.imported'));
      onImported();
    } catch (error) {
      setProblem(error instanceof DOMException ? t('certificate.unreadable') : failureText(error));
    }
  };
  const pickers = (of: Format): ReactNode => (
    <div className="flex flex-col gap-4 pt-2">
      {formats[of].map(([name, accept]) => (
        <FilePicker
          key={name}
          {...named(`connection:certificate.${name}File`)}
          accept={accept}
          file={files[name]}
          error={asked && files[name] === undefined ? t('certificate.chooseFirst') : undefined}
          onChoose={(file) => setFiles({ ...files, [name]: file })}
        />
      ))}
    </div>
  );
  return (
    <DialogForm confirmLabel={t('certificate.importConfirm')} failed={t('failed')} act={importIt}>
      <Tabs<Format>
        label={t('certificate.kinds')}
        value={format}
        onValueChange={setFormat}
        tabs={(['pem', 'pkcs12'] as const).map((value) => ({
          value,
          label: t(`certificate.${value}`),
          panel: pickers(value),
        }))}
      />
      <PassphraseField
        label={t('certificate.passphrase')}
        hint={format === 'pem' ? t('certificate.passphrasePemHint') : t('certificate.passphrasePkcs12Hint')}
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
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-ui font-medium">
        {label}
      </p>
      <div className="flex items-center gap-3">
        <Button
          aria-labelledby={`${id}-label ${id}-button`}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          <span id={`${id}-button`}>{t('certificate.choose')}</span>
        </Button>
        <span className="min-w-0 truncate text-ui text-ink-quiet">{file?.name ?? t('certificate.noFile')}</span>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-labelledby={`${id}-label`}
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen !== undefined) onChoose(chosen);
          }}
        />
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
