import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { buttonLook } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import type { MediaState } from '#shared/contract/media.ts';
import { saveAddress } from './media-form.ts';

interface SaveButtonProps {
  readonly file: Extract<MediaState, { state: 'ready' }>;
  /** only the icon */
  readonly isQuiet?: boolean;
  readonly className?: string;
}

/** Saves a file under its safe name; asks first where it could run. */
export function SaveButton({ file, isQuiet = false, className }: SaveButtonProps) {
  const { t } = useTranslation('conversation');
  const [asks, setAsks] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const allowed = useRef(false);
  return (
    <>
      <a
        ref={link}
        href={saveAddress(file)}
        download={file.fileName}
        aria-label={t('media.saveNamed', { name: file.fileName })}
        title={t('media.save')}
        onClick={(event) => {
          if (!file.canRun || allowed.current) return;
          event.preventDefault();
          setAsks(true);
        }}
        className={cn(
          buttonLook({ variant: isQuiet ? 'quiet' : 'outline', size: 'sm' }),
          'no-underline',
          isQuiet && 'w-[calc(var(--control)-4px)] px-0',
          className,
        )}
      >
        <Download aria-hidden className="size-3.5" />
        {!isQuiet && t('media.save')}
      </a>
      {file.canRun && (
        <ConfirmDialog
          open={asks}
          onOpenChange={setAsks}
          title={t('media.runs', { name: file.fileName })}
          whatWillHappen={
            <>
              <p>{t('media.runsMore')}</p>
              <p>{t('media.runsAdvice')}</p>
            </>
          }
          confirmLabel={t('media.save')}
          danger
          onConfirm={() => {
            setAsks(false);
            allowed.current = true;
            link.current?.click();
            allowed.current = false;
          }}
        />
      )}
    </>
  );
}
