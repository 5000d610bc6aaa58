import { useTranslation } from 'react-i18next';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { saveFile } from '#renderer/components/save-file.ts';
import { FileButton } from '#renderer/components/file-button.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { ActionRow } from '../parts/action-row.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { FILE_FORMS, type FileProblem, readReplies, repliesFile } from './replies-file.ts';
import { i18n } from '#renderer/language/i18n.ts';

/** Wrong rows that are named one by one. */
const NAMED = 5;

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
  const importAll = useAct('savedReplies.import');
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
      <FileButton
        accept=".csv,.json,text/csv,application/json"
        label={t('replies.importIt')}
        pending={importAll.isPending}
        onFile={(file) => void take(file)}
      >
        <Upload aria-hidden className="size-4" />
        {t('replies.importIt')}
      </FileButton>
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

/** What an import did. */
function importedWords({ added, changed }: { readonly added: number; readonly changed: number }): string {
  if (added === 0 && changed === 0) return i18n.t('settings:replies.imported.nothingNew');
  return i18n.t('settings:replies.imported.text', { added, changed });
}

/** Why nothing was imported, and what to do about it, line by line. */
function problemLines(problem: FileProblem): readonly string[] {
  switch (problem.kind) {
    case 'not_text':
      return [i18n.t('settings:replies.problem.notText')];
    case 'not_json':
      return [i18n.t('settings:replies.problem.notJson')];
    case 'open_quote':
      return [i18n.t('settings:replies.problem.openQuote')];
    case 'nothing_inside':
      return [i18n.t('settings:replies.problem.nothingInside')];
    case 'too_many':
      return [i18n.t('settings:replies.problem.tooMany')];
    case 'wrong_rows': {
      const more = problem.rows.length - NAMED;
      return [
        ...problem.rows
          .slice(0, NAMED)
          .map(({ row, problem: what }) => i18n.t('settings:replies.problem.row', { row, problem: what })),
        ...(more > 0 ? [i18n.t('settings:replies.problem.more', { count: more })] : []),
      ];
    }
  }
}
