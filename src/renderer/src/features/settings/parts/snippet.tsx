import { cn } from '#renderer/components/class-names.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';

interface SnippetProps {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
}

/** Text to paste elsewhere, with its button. */
export function Snippet({ label, text, copyLabel }: SnippetProps) {
  return (
    <div className="flex items-start gap-2">
      <pre
        tabIndex={0}
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto rounded-control border bg-sunken px-2.5 py-1.5 font-mono text-meta leading-[18px]"
      >
        <code>{text}</code>
      </pre>
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
