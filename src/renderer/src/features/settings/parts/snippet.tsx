import type { ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  readonly className?: string;
}

/** Code, to be read; the keyboard can scroll it. */
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

/** Text to paste elsewhere, with its button. */
export function Snippet({
  label,
  text,
  copyLabel,
}: Omit<CodeBlockProps, 'className'> & { readonly copyLabel: string }) {
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

/** An address or a key, to be read. */
export function CodeLine({ text, className }: CodeLineProps) {
  return (
    <code className={cn('rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all', className)}>
      {text}
    </code>
  );
}

/** The same with its button; `copy`: what is copied, where that is another than what is shown. */
export function CopiedLine({
  text,
  copy = text,
  copyLabel,
}: CodeLineProps & { readonly copy?: string | (() => Promise<string>); readonly copyLabel: string }) {
  return (
    <div className="flex items-start gap-2">
      <CodeLine text={text} className="min-w-0 flex-1 text-ink" />
      <CopyButton text={copy} label={copyLabel} />
    </div>
  );
}

type Platform = 'windows' | 'mac' | 'linux';

/** The system that Counterbell most likely runs on: known in the desktop app, in a browser that of the browser. */
export function useLikelyPlatform(): Platform {
  const known = useDesktopStatus().data?.platform;
  const isDesktop = useDesktop() !== undefined;
  if (isDesktop && known !== undefined) return known;
  return platformOf(window.navigator.userAgent);
}

/** The system that a browser says it runs on; Linux where it says nothing known. */
export function platformOf(userAgent: string): Platform {
  if (/Windows/i.test(userAgent)) return 'windows';
  return /Mac OS X|Macintosh/i.test(userAgent) ? 'mac' : 'linux';
}

interface FactsProps {
  readonly facts: readonly (readonly [term: string, words: ReactNode] | undefined)[];
  readonly label?: string;
  readonly className?: string;
}

/** What there is to know, a line each: a word at the left, the rest at the right. */
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
