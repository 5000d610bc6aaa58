import { Pencil, RotateCcw, Terminal } from 'lucide-react';
import { useState } from 'react';
import type { Exchange } from '#shared/contract/journal.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { inWords } from '#renderer/language/engine-words.ts';
import { useCurl, useReplay } from '#renderer/rpc/use-journal.ts';
import { entryWords as words } from './activity-words.ts';
import { EditDialog } from './edit-dialog.tsx';

interface EntryActionsProps {
  readonly entry: JournalEntry;
  readonly exchange: Exchange;
}

/** Copies a request as a command, and sends it again. */
export function EntryActions({ entry, exchange }: EntryActionsProps) {
  const [editing, setEditing] = useState(false);
  const replay = useReplay();
  const send = (body?: string): void => {
    setEditing(false);
    replay.mutate(
      { entryId: entry.id, ...(body !== undefined && { body }) },
      { onError: (error) => sayTrouble(words.notSent, error.message) },
    );
  };
  const isRepeatable = entry.channelId !== undefined || entry.botId !== undefined;
  return (
    <footer className="flex max-h-[50%] flex-col gap-3 overflow-y-auto border-t p-4">
      {replay.data !== undefined && <Answer answer={replay.data} />}
      {isRepeatable && <p className="text-meta text-ink-quiet">{words.sendAgainHint[entry.direction]}</p>}
      <div className="flex flex-wrap gap-2">
        {isRepeatable && (
          <>
            <Button pending={replay.isPending} disabled={!exchange.whole} onClick={() => send()}>
              <RotateCcw aria-hidden className="size-4" />
              {words.sendAgain}
            </Button>
            {exchange.method !== 'GET' && (
              <Button disabled={replay.isPending} onClick={() => setEditing(true)}>
                <Pencil aria-hidden className="size-4" />
                {words.editAndSend}
              </Button>
            )}
          </>
        )}
        <Curl entryId={entry.id} hasSecrets={isRepeatable} />
      </div>
      {editing && (
        <EditDialog body={formattedJson(exchange.requestBody ?? '')} onSend={send} onClose={() => setEditing(false)} />
      )}
    </footer>
  );
}

function Curl({ entryId, hasSecrets }: { readonly entryId: string; readonly hasSecrets: boolean }) {
  const [asking, setAsking] = useState(false);
  const curl = useCurl();
  const copyWhole = async (): Promise<void> => {
    setAsking(false);
    try {
      await navigator.clipboard.writeText(await curl(entryId, true));
      say(words.copied);
    } catch (error) {
      sayTrouble(words.copyFailed, error instanceof Error ? error.message : undefined);
    }
  };
  return (
    <>
      <CopyButton
        label={words.copyCurl}
        caption={words.copyCurl}
        text={() => curl(entryId, false)}
        className="ms-auto"
      />
      {hasSecrets && (
        <Button onClick={() => setAsking(true)}>
          <Terminal aria-hidden className="size-4" />
          {words.copyWhole}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.wholeTitle}
        whatWillHappen={<p>{words.wholeWarning}</p>}
        confirmLabel={words.wholeConfirm}
        onConfirm={() => void copyWhole()}
      />
    </>
  );
}

function Answer({ answer: { status, answer, problem } }: { readonly answer: RouteOutput<'journal.replay'> }) {
  return (
    <div
      role="status"
      className={
        problem === undefined
          ? 'flex flex-col gap-1.5 rounded-control bg-good-tint px-3 py-2 text-ui'
          : 'flex flex-col gap-1.5 rounded-control bg-attention-tint px-3 py-2 text-ui'
      }
    >
      <p className={problem === undefined ? 'text-good' : 'text-attention'}>
        <span className="font-medium">{words.sent}</span> {status !== undefined && words.sentAnswer(status)}{' '}
        {problem !== undefined && words.sendProblem(inWords(problem))}
      </p>
      {answer !== '' && (
        <pre
          tabIndex={0}
          role="group"
          aria-label={words.answerAgain}
          dir="ltr"
          className="max-h-40 overflow-auto font-mono text-meta whitespace-pre-wrap wrap-anywhere select-text"
        >
          {formattedJson(answer)}
        </pre>
      )}
    </div>
  );
}
