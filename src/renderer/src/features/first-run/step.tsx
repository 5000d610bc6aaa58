import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { type SyntheticEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';

interface StepProps {
  readonly title: string;
  readonly lead: string;
  readonly onSubmit: () => void;
  readonly onBack?: (() => void) | undefined;
  readonly onSkip?: (() => void) | undefined;
  readonly submitLabel?: ReactNode;
  readonly pending?: boolean;
  readonly children: ReactNode;
}

/** One step: a question, its field, and the ways on. Enter goes on. */
export function Step({
  title,
  lead,
  onSubmit,
  onBack,
  onSkip,
  submitLabel = i18n.t('app:firstRun.next'),
  pending = false,
  children,
}: StepProps) {
  const { t } = useTranslation('app');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  // A step without a field of its own is left with Enter as well.
  useEffect(() => {
    if (form.current?.contains(document.activeElement) !== true) forward.current?.focus();
  }, []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-1 flex-col gap-5">
      <div>
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-message text-ink-quiet">{lead}</p>
      </div>
      <div className="flex flex-1 flex-col gap-3">{children}</div>
      <div className="flex items-center gap-2">
        {onBack !== undefined && (
          <Button variant="quiet" className="-ms-3" onClick={onBack}>
            {t('firstRun.back')}
          </Button>
        )}
        <span className="flex-1" />
        {onSkip !== undefined && (
          <Button variant="quiet" onClick={onSkip}>
            {t('firstRun.skip')}
          </Button>
        )}
        <Button ref={forward} variant="primary" type="submit" aria-describedby={id} pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
