import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { CodeLine } from './snippet.tsx';
import { notifyFailure } from './trouble.ts';

/** A secret, fetched only to show or copy it and kept nowhere else. */
export interface OnDemand<Full> {
  /** undefined until fetched */
  readonly full: Full | undefined;
  readonly show: () => void;
  readonly hide: () => void;
  /** fetches the secret without showing it */
  readonly fetch: () => Promise<Full>;
}

/** `failed`: error title. */
export function useOnDemand<Full>(fetch: () => Promise<Full>, failed: string): OnDemand<Full> {
  const [full, setFull] = useState<Full>();
  return {
    full,
    show: () => void fetch().then(setFull, (error: unknown) => notifyFailure(failed, error)),
    hide: () => setFull(undefined),
    fetch,
  };
}

interface ShowButtonProps {
  readonly secret: OnDemand<unknown>;
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** Shows and hides a secret. */
export function ShowButton({ secret, showLabel, hideLabel }: ShowButtonProps) {
  const { t } = useTranslation('channels');
  const isShown = secret.full !== undefined;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button aria-label={isShown ? hideLabel : showLabel} onClick={isShown ? secret.hide : secret.show}>
      <Icon aria-hidden className="size-4" />
      {isShown ? t('hide') : t('show')}
    </Button>
  );
}

interface SecretLineProps {
  readonly label: string;
  readonly hint: string;
  /** what may be displayed */
  readonly text: string;
  readonly copyLabel: string;
  readonly onCopy: () => Promise<string>;
  /** buttons before and after Copy */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** An address or key that contains a secret, with its buttons. */
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
