import { CopyButton } from '#renderer/components/copy-button.tsx';

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
