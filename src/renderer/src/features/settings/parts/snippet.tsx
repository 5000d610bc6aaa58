import type { ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { Field, Input } from '#renderer/components/field.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  readonly className?: string;
}

/** Read-only code that scrolls by keyboard. */
export function CodeBlock({ label, text, className }: CodeBlockProps) {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className={cn('overflow-auto rounded-control border bg-sunken font-mono text-meta leading-[18px]', className)}
    >
      <code>{text}</code>
    </pre>
  );
}

export interface CopiedFieldProps extends Omit<CodeBlockProps, 'className'> {
  readonly hint: string;
  readonly copyLabel: string;
}

/** Text to paste elsewhere, with a copy button. */
export function Snippet({ label, text, copyLabel }: Omit<CopiedFieldProps, 'hint'>) {
  return (
    <div className="flex items-start gap-2">
      <CodeBlock label={label} text={text} className="min-w-0 flex-1 px-2.5 py-1.5" />
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}

interface CodeLineProps {
  readonly text: string;
  readonly className?: string;
}

export function CodeLine({ text, className }: CodeLineProps) {
  return (
    <code className={cn('rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all', className)}>
      {text}
    </code>
  );
}

/** The same with a copy button. */
export function CopiedLine({ text, copyLabel }: { readonly text: string; readonly copyLabel: string }) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <CodeLine text={text} className="min-w-0 flex-1 basis-64 text-ink" />
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}

type Platform = 'windows' | 'mac' | 'linux';

/** The system Counterbell most likely runs on: known in the desktop app, otherwise that of the browser. */
export function useLikelyPlatform(): Platform {
  const known = useDesktopStatus().data?.platform;
  const isDesktop = useDesktop() !== undefined;
  if (isDesktop && known !== undefined) return known;
  return platformOf(window.navigator.userAgent);
}

/** A browser's operating system by its user agent; Linux if unknown. */
export function platformOf(userAgent: string): Platform {
  if (/Windows/i.test(userAgent)) return 'windows';
  return /Mac OS X|Macintosh/i.test(userAgent) ? 'mac' : 'linux';
}

interface FactsProps {
  readonly facts: readonly (readonly [term: string, words: ReactNode] | undefined)[];
  readonly label?: string;
  readonly className?: string;
}

/** Facts, one per line: a term and its description. */
export function Facts({ facts, label, className }: FactsProps) {
  return (
    <dl
      aria-label={label}
      className={cn(
        'grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ui [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dt]:text-ink-quiet',
        className,
      )}
    >
      {facts.map(
        (fact) =>
          fact !== undefined && (
            <div key={fact[0]} className="contents">
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A key or link that is shown once, to be copied. */
export function CopiedField({ label, hint, copyLabel, text }: CopiedFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <div className="flex items-start gap-2">
        <Input
          readOnly
          value={text}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          className="font-mono"
        />
        <CopyButton text={text} label={copyLabel} />
      </div>
    </Field>
  );
}
