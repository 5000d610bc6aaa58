import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { useId, useState, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/text-input.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/section.tsx';
import { CircleAlert } from 'lucide-react';

interface ImportCertificateDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Takes a certificate and its key from files, and puts it to use. */
export function ImportCertificateDialog({ open, onOpenChange }: ImportCertificateDialogProps) {
  const { t } = useTranslation('connection');
  const formId = useId();
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('certificate.importTitle')}
      description={t('certificate.importLead')}
      footer={
        <>
          <DialogClose render={<Button>{t('certificate.cancel')}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={pending}>
            {t('certificate.importConfirm')}
          </Button>
        </>
      }
    >
      <ImportForm id={formId} onPending={setPending} onImported={() => onOpenChange(false)} />
    </Dialog>
  );
}

type Format = 'pem' | 'pkcs12';
type Given = RouteInput<'connection.importCertificate'>;

interface ImportFormProps {
  readonly id: string;
  readonly onPending: (pending: boolean) => void;
  readonly onImported: () => void;
}

function ImportForm({ id, onPending, onImported }: ImportFormProps) {
  const { t } = useTranslation('connection');
  const { importCertificate, change } = useWayInChanges();
  const [format, setFormat] = useState<Format>('pem');
  const [certificate, setCertificate] = useState<File>();
  const [key, setKey] = useState<File>();
  const [pkcs12, setPkcs12] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const missing = (file: File | undefined) => (asked && file === undefined ? t('certificate.chooseFirst') : undefined);

  const given = async (): Promise<Given | undefined> => {
    if (format === 'pkcs12') return pkcs12 && { pkcs12: await fileInBase64(pkcs12), passphrase };
    if (certificate === undefined || key === undefined) return undefined;
    return { certificate: await certificate.text(), key: await key.text(), ...(passphrase !== '' && { passphrase }) };
  };
  const importIt = async () => {
    setAsked(true);
    setProblem(undefined);
    onPending(true);
    try {
      const files = await given();
      if (files === undefined) return;
      await importCertificate.mutateAsync(files);
      await change.mutateAsync({ network: { certificate: 'own' } });
      say(t('certificate.imported'));
      onImported();
    } catch (error) {
      setProblem(problemWords(error));
    } finally {
      onPending(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void importIt();
  };
  const pickers: Record<Format, ReactNode> = {
    pem: (
      <div className="flex flex-col gap-4 pt-2">
        <FilePicker
          label={t('certificate.certificateFile')}
          hint={t('certificate.certificateFileHint')}
          accept=".pem,.crt,.cer"
          file={certificate}
          error={missing(certificate)}
          onChoose={setCertificate}
        />
        <FilePicker
          label={t('certificate.keyFile')}
          hint={t('certificate.keyFileHint')}
          accept=".pem,.key"
          file={key}
          error={missing(key)}
          onChoose={setKey}
        />
      </div>
    ),
    pkcs12: (
      <div className="pt-2">
        <FilePicker
          label={t('certificate.pkcs12File')}
          hint={t('certificate.pkcs12FileHint')}
          accept=".p12,.pfx"
          file={pkcs12}
          error={missing(pkcs12)}
          onChoose={setPkcs12}
        />
      </div>
    ),
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Tabs<Format>
        label={t('certificate.kinds')}
        value={format}
        onValueChange={setFormat}
        tabs={(['pem', 'pkcs12'] as const).map((value) => ({
          value,
          label: t(`certificate.${value}`),
          panel: pickers[value],
        }))}
      />
      <Field
        label={t('certificate.passphrase')}
        hint={format === 'pem' ? t('certificate.passphrasePemHint') : t('certificate.passphrasePkcs12Hint')}
      >
        <Input
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      </Field>
      {problem !== undefined && <Notice tone="urgent" title={problem} />}
    </form>
  );
}

function problemWords(error: unknown): string {
  if (error instanceof ContractError) return error.message;
  return error instanceof DOMException ? i18n.t('connection:certificate.unreadable') : i18n.t('settings:notAnswering');
}

/** A file's bytes in base64. */
async function fileInBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

interface FilePickerProps {
  readonly label: string;
  readonly hint: ReactNode;
  /** file endings: `.pem,.crt` */
  readonly accept: string;
  readonly file: File | undefined;
  readonly error?: string | undefined;
  readonly onChoose: (file: File) => void;
}

/** A file to choose, with its name once it is. */
function FilePicker({ label, hint, accept, file, error, onChoose }: FilePickerProps) {
  const { t } = useTranslation('connection');
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
