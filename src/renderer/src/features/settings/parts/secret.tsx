import { useTranslation } from 'react-i18next';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { CodeLine, type CopiedFieldProps } from './snippet.tsx';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { Notice } from './section.tsx';

/** Stands for a secret that is not shown. */
export const MASK = '••••••••';

/** A secret, fetched only to show or copy it and kept nowhere else; `failed`: error title. */
export function useOnDemand<Full>(fetch: () => Promise<Full>, failed: string) {
  const [full, setFull] = useState<Full>();
  return {
    /** undefined unless shown */
    full,
    show: () => void fetch().then(setFull, (error: unknown) => notifyFailure(failed, error)),
    hide: () => setFull(undefined),
    /** fetches the secret without showing it */
    fetch,
  };
}

interface ShowButtonProps {
  readonly secret: Pick<ReturnType<typeof useOnDemand>, 'full' | 'show' | 'hide'>;
  readonly labels: readonly [show: string, hide: string];
}

export function ShowButton({ secret, labels: [show, hide] }: ShowButtonProps) {
  const { t } = useTranslation('channels');
  const isShown = secret.full !== undefined;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button aria-label={isShown ? hide : show} onClick={isShown ? secret.hide : secret.show}>
      <Icon aria-hidden className="size-4" />
      {isShown ? t('hide') : t('show')}
    </Button>
  );
}

interface SecretLineProps extends CopiedFieldProps {
  readonly onCopy: () => Promise<string>;
  /** buttons before and after Copy */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** An address or key that contains a secret, with its buttons; `text`: what may be displayed. */
export function SecretLine({ label, hint, text, copyLabel, onCopy, before, after }: SecretLineProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ui font-medium">{label}</p>
      <div className="flex flex-wrap items-start gap-2">
        <CodeLine text={text} className="min-w-0 flex-1 basis-56" />
        <div className="flex gap-2">
          {before}
          <CopyButton text={onCopy} label={copyLabel} />
          {after}
        </div>
      </div>
      <p className="text-ui text-ink-quiet">{hint}</p>
    </div>
  );
}

/** Says that a secret can no longer be read, and what that means. */
export function LostSecretNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('channels');
  return (
    <Notice tone="urgent" title={title}>
      <p>{children}</p>
      <p>{t('lostSecret.comesBack')}</p>
    </Notice>
  );
}
