import { useTranslation } from 'react-i18next';
import { type ReactNode, useId, useRef } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';

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
export function FilePicker({ label, hint, accept, file, error, onChoose }: FilePickerProps) {
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
