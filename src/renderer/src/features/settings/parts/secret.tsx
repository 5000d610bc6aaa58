import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { CodeLine } from './snippet.tsx';
import { tellTrouble } from './trouble.ts';

/** A secret in full, asked for only when somebody wants to see or copy it. Kept nowhere but here. */
export interface OnDemand<Full> {
  /** undefined until asked for */
  readonly full: Full | undefined;
  readonly show: () => void;
  readonly hide: () => void;
  /** in full, without showing it */
  readonly fetch: () => Promise<Full>;
}

/** `failed`: what is said where it cannot be had. */
export function useOnDemand<Full>(fetch: () => Promise<Full>, failed: string): OnDemand<Full> {
  const [full, setFull] = useState<Full>();
  return {
    full,
    show: () => void fetch().then(setFull, (error: unknown) => tellTrouble(failed, error)),
    hide: () => setFull(undefined),
    fetch,
  };
}

interface ShowButtonProps {
  readonly secret: OnDemand<unknown>;
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** Shows a secret, and hides it again. */
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
  /** what may be on screen */
  readonly text: string;
  readonly copyLabel: string;
  readonly onCopy: () => Promise<string>;
  /** buttons before and after the one that copies */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** An address or a key that holds a secret, with its buttons. */
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
