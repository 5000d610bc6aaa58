import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonSize } from './button.tsx';
import { sayTrouble } from './toaster.tsx';
import { words } from './words.ts';

interface CopyButtonProps {
  /** the text, or how to get it when it is wanted */
  readonly text: string | (() => Promise<string>);
  /** what is copied, for screen readers: "Copy status address" */
  readonly label: string;
  /** what stands on the button */
  readonly caption?: string;
  readonly size?: ButtonSize;
  readonly className?: string;
}

/** Copies a text and says so, on the button and politely to screen readers. */
export function CopyButton({ text, label, caption = words.copy, size = 'md', className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const copying = typeof text === 'string' ? text : await text().catch(() => undefined);
    if (copying !== undefined && (await copyText(copying))) setCopied(true);
    else sayTrouble(words.notCopied, words.notCopiedMore);
  };

  return (
    <>
      <Button
        size={size}
        aria-label={label}
        onClick={() => void copy()}
        {...(className === undefined ? {} : { className })}
      >
        {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
        {copied ? words.copied : caption}
      </Button>
      <span role="status" className="sr-only">
        {copied ? words.copied : ''}
      </span>
    </>
  );
}

async function copyText(text: string): Promise<boolean> {
  // navigator.clipboard is missing where the page came over plain HTTP from another machine.
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
