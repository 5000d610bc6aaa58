import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';
import { curlCommand } from './curl.ts';

interface TurnBodyProps {
  readonly event: string;
  readonly body: string;
  /** where it goes, token masked; undefined where nobody else can post there */
  readonly address: string | undefined;
}

/** An event's JSON, folded, and the command that sends it once more. */
export function TurnBody({ event, body, address }: TurnBodyProps) {
  const { t } = useTranslation('conversation');
  return (
    <div className="flex min-w-0 flex-wrap items-start justify-between gap-2">
      <Fold summary={t('botTurns.turn.event')} label={t('botTurns.turn.eventOf', { event })} text={body} />
      {address !== undefined && (
        <CopyButton
          size="sm"
          label={t('botTurns.turn.curlOf', { event })}
          caption={t('botTurns.turn.curl')}
          text={curlCommand(address, body)}
          className="-me-2 border-transparent bg-transparent px-2 text-ink-quiet"
        />
      )}
    </div>
  );
}

interface FoldProps {
  readonly summary: string;
  /** what the text is, for screen readers */
  readonly label: string;
  readonly text: string;
}

/** Text of a provider or for one; laid out where it is JSON, and scrolled inside. */
export function Fold({ summary, label, text }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/fold min-w-0 text-meta open:w-full"
    >
      <summary className="-mx-1 flex w-fit cursor-default list-none items-center gap-1 rounded-sm px-1 py-1 text-ink-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/fold:unfolded" />
        {summary}
      </summary>
      {open && <Source label={label} text={text} />}
    </details>
  );
}

function Source({ label, text }: { readonly label: string; readonly text: string }) {
  const source = useMemo(() => formattedJson(text), [text]);
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      dir="ltr"
      className="mt-1 max-h-64 overflow-auto rounded-control bg-sunken p-2 font-mono text-meta select-text"
    >
      {source}
    </pre>
  );
}
