import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../notice.tsx';
import { words } from '../words.ts';
import { fileInBase64 } from './certificate-files.ts';
import { certificateWords } from './certificate-words.ts';
import { FilePicker } from './file-picker.tsx';

interface ImportCertificateDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Takes a certificate and its key from files, and puts it to use. */
export function ImportCertificateDialog({ open, onOpenChange }: ImportCertificateDialogProps) {
  const formId = useId();
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={certificateWords.importTitle}
      description={certificateWords.importLead}
      footer={
        <>
          <DialogClose render={<Button>{certificateWords.cancel}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={pending}>
            {certificateWords.importConfirm}
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
  const { importCertificate, change } = useWayInChanges();
  const [format, setFormat] = useState<Format>('pem');
  const [certificate, setCertificate] = useState<File>();
  const [key, setKey] = useState<File>();
  const [pkcs12, setPkcs12] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const missing = (file: File | undefined) => (asked && file === undefined ? certificateWords.chooseFirst : undefined);

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
      say(certificateWords.imported);
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
          label={certificateWords.certificateFile}
          hint={certificateWords.certificateFileHint}
          accept=".pem,.crt,.cer"
          file={certificate}
          error={missing(certificate)}
          onChoose={setCertificate}
        />
        <FilePicker
          label={certificateWords.keyFile}
          hint={certificateWords.keyFileHint}
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
          label={certificateWords.pkcs12File}
          hint={certificateWords.pkcs12FileHint}
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
        label={certificateWords.kinds}
        value={format}
        onValueChange={setFormat}
        tabs={(['pem', 'pkcs12'] as const).map((value) => ({
          value,
          label: certificateWords[value],
          panel: pickers[value],
        }))}
      />
      <Field
        label={certificateWords.passphrase}
        hint={format === 'pem' ? certificateWords.passphrasePemHint : certificateWords.passphrasePkcs12Hint}
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
  return error instanceof DOMException ? certificateWords.unreadable : words.notAnswering;
}
