import { useTranslation } from 'react-i18next';
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
import { importedWords, problemLines } from './replies-words.ts';

/** Saved replies as files: in, with what came of it, and out. */
export function ExchangeGroup({ replies }: { readonly replies: readonly SavedReply[] }) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('replies.exchange')} lead={t('replies.exchangeLead')}>
      <Import />
      {replies.length > 0 && (
        <ActionRow
          title={t('replies.exportTitle')}
          hint={t('replies.exportHint', { count: replies.length })}
          said={null}
        >
          {FILE_FORMS.map((form) => (
            <Button key={form} onClick={() => saveFile(document, repliesFile(replies, form))}>
              <Download aria-hidden className="size-4" />
              {t(`replies.exports.${form}`)}
            </Button>
          ))}
        </ActionRow>
      )}
    </Group>
  );
}

type Outcome = { readonly did: RouteOutput<'savedReplies.import'> } | { readonly problem: FileProblem };

function Import() {
  const { t } = useTranslation('settings');
  const chooser = useRef<HTMLInputElement>(null);
  const { importAll } = useSavedReplyChanges();
  const [outcome, setOutcome] = useState<Outcome>();
  const take = async (file: File): Promise<void> => {
    setOutcome(undefined);
    try {
      const read = readReplies(new Uint8Array(await file.arrayBuffer()));
      setOutcome('problem' in read ? read : { did: await importAll.mutateAsync({ replies: [...read.replies] }) });
    } catch (error) {
      tellTrouble(t('replies.notImported'), error);
    }
  };
  return (
    <ActionRow
      title={t('replies.importTitle')}
      hint={t('replies.importHint')}
      said={outcome !== undefined && <OutcomeWords outcome={outcome} />}
    >
      <Button pending={importAll.isPending} onClick={() => chooser.current?.click()}>
        <Upload aria-hidden className="size-4" />
        {t('replies.importIt')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        hidden
        aria-label={t('replies.importIt')}
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
  const { t } = useTranslation('settings');
  if ('did' in outcome) return <p>{importedWords(outcome.did)}</p>;
  return (
    <>
      <p className="font-medium text-urgent">{t('replies.notImported')}</p>
      <ul className="break-words">
        {problemLines(outcome.problem).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
