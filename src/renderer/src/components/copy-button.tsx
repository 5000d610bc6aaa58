import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { notifyError } from './toaster.tsx';

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  /** the text, or a function that returns it on demand */
  readonly text: string | (() => Promise<string>);
  /** accessible name: "Copy status address" */
  readonly label: string;
  /** visible text of the button */
  readonly caption?: string;
}

/** Copies a text and confirms it on the button and, politely, to screen readers. */
export function CopyButton({ text, label, caption = i18n.t('common:copy'), ...button }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const copying = typeof text === 'string' ? text : await text().catch(() => undefined);
    if (copying !== undefined && (await copyText(copying))) setCopied(true);
    else notifyError(t('notCopied'), t('notCopiedMore'));
  };

  return (
    <>
      <Button {...button} aria-label={label} onClick={() => void copy()}>
        {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
        {copied ? t('copied') : caption}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}

/** Copies a text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  // navigator.clipboard is missing on pages loaded over plain HTTP from another computer.
  if ('clipboard' in navigator) {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'fixed opacity-0';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
