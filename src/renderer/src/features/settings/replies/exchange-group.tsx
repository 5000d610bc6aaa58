import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { saveFile } from '#renderer/components/save-file.ts';
import { useSavedReplyChanges } from '#renderer/rpc/use-saved-replies.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { ActionRow } from '../action-row.tsx';
import { Group } from '../section.tsx';
import { tellTrouble } from '../trouble.ts';
import { FILE_FORMS, type FileProblem, readReplies, repliesFile } from './replies-file.ts';
import { importedWords, problemLines, repliesWords as words } from './replies-words.ts';

/** Saved replies as files: in, with what came of it, and out. */
export function ExchangeGroup({ replies }: { readonly replies: readonly SavedReply[] }) {
  return (
    <Group title={words.exchange} lead={words.exchangeLead}>
      <Import />
      {replies.length > 0 && (
        <ActionRow title={words.exportTitle} hint={words.exportHint(replies.length)} said={null}>
          {FILE_FORMS.map((form) => (
            <Button key={form} onClick={() => saveFile(document, repliesFile(replies, form))}>
              <Download aria-hidden className="size-4" />
              {words.exports[form]}
            </Button>
          ))}
        </ActionRow>
      )}
    </Group>
  );
}

type Outcome = { readonly did: RouteOutput<'savedReplies.import'> } | { readonly problem: FileProblem };

function Import() {
  const chooser = useRef<HTMLInputElement>(null);
  const { importAll } = useSavedReplyChanges();
  const [outcome, setOutcome] = useState<Outcome>();
  const take = async (file: File): Promise<void> => {
    setOutcome(undefined);
    try {
      const read = readReplies(new Uint8Array(await file.arrayBuffer()));
      setOutcome('problem' in read ? read : { did: await importAll.mutateAsync({ replies: [...read.replies] }) });
    } catch (error) {
      tellTrouble(words.notImported, error);
    }
  };
  return (
    <ActionRow
      title={words.importTitle}
      hint={words.importHint}
      said={outcome !== undefined && <OutcomeWords outcome={outcome} />}
    >
      <Button pending={importAll.isPending} onClick={() => chooser.current?.click()}>
        <Upload aria-hidden className="size-4" />
        {words.importIt}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        hidden
        aria-label={words.importIt}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void take(file);
        }}
      />
    </ActionRow>
  );
}

function OutcomeWords({ outcome }: { readonly outcome: Outcome }) {
  if ('did' in outcome) return <p>{importedWords(outcome.did)}</p>;
  return (
    <>
      <p className="font-medium text-urgent">{words.notImported}</p>
      <ul className="break-words">
        {problemLines(outcome.problem).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
