import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Download, Upload } from 'lucide-react';
import { DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { formatNumber } from '#renderer/components/amounts.ts';
import { buttonStyles } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { ProgressBar } from '#renderer/components/progress.tsx';
import { notify, notifyError, notifyFailure } from '#renderer/components/toaster.tsx';
import { localization } from '#renderer/language/i18n.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { MOST_IMPORTED, type ImportedContact } from '#shared/contract/contacts.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Group } from '../parts/section.tsx';

type Counts = RouteOutput<'contacts.import'>;

/** A file that was read, with what its import would do. */
interface Preview {
  readonly rows: readonly ImportedContact[];
  readonly unreadable: readonly number[];
  readonly counts: Counts;
}

/** Saves the contacts as a file, and completes them from one. */
export function ContactsGroup() {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const [preview, setPreview] = useState<Preview>();
  const [part, setPart] = useState<number>();
  const look = async (file: File): Promise<void> => {
    const { MOST_ROWS, readContactFile } = await import('./contact-file.ts');
    const read = readContactFile(new Uint8Array(await file.arrayBuffer()));
    if (read.problem !== undefined)
      return notifyError(
        t('data.contacts.notImported'),
        t(`data.contacts.problem.${read.problem}`, { most: MOST_ROWS }),
      );
    const counts = await inParts(read.rows, (rows) => call('contacts.previewImport', { rows }), setPart);
    setPreview({ ...read, counts });
  };
  const onFile = (file: File): void =>
    void look(file)
      .catch((error: unknown) => notifyFailure(t('data.contacts.notImported'), error))
      .finally(() => setPart(undefined));
  return (
    <Group title={t('data.contacts.title')} lead={t('data.contacts.lead')}>
      <div className="flex flex-wrap gap-2">
        <a
          href={`/media/contacts?language=${encodeURIComponent(localization.language().code)}`}
          download=""
          className={buttonStyles({})}
        >
          <Download aria-hidden className="size-4" />
          {t('data.contacts.save')}
        </a>
        <FileButton
          label={t('data.contacts.file')}
          accept=".csv,text/csv,.txt,text/plain"
          pending={part !== undefined}
          onFile={onFile}
        >
          <Upload aria-hidden className="size-4" />
          {t('data.contacts.choose')}
        </FileButton>
      </div>
      {part !== undefined && <Progress part={part} text={t('data.contacts.looking', percent(part))} />}
      {preview !== undefined && <ImportDialog open onClose={() => setPreview(undefined)} {...preview} />}
    </Group>
  );
}

function ImportDialog({ open, onClose, rows, unreadable, counts }: Opened & Preview) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const [part, setPart] = useState<number>();
  const run = async (): Promise<void> => {
    try {
      const { completed } = await inParts(rows, (some) => call('contacts.import', { rows: some }), setPart);
      notify(t('data.contacts.imported', { count: completed }));
      onClose();
    } finally {
      setPart(undefined);
    }
  };
  const lines = [
    t('data.contacts.completed', { count: counts.completed }),
    counts.unchanged > 0 && t('data.contacts.unchanged', { count: counts.unchanged }),
    counts.unknown > 0 && t('data.contacts.unknown', { count: counts.unknown }),
    unreadable.length > 0 && t('data.contacts.unreadable', { count: unreadable.length }),
  ].filter((line) => line !== false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('data.contacts.importTitle')}
      description={t('data.contacts.importLead')}
    >
      <DialogForm
        confirmLabel={counts.completed === 0 ? undefined : t('data.contacts.confirm')}
        act={run}
        failed={t('data.contacts.notImported')}
      >
        <ul className="flex list-disc flex-col gap-1 ps-5 text-ui">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {unreadable.length > 0 && (
          <p className="text-ui break-words text-ink-quiet">
            {t(unreadable.length > SHOWN ? 'data.contacts.rowsMore' : 'data.contacts.rows', {
              rows: unreadable.slice(0, SHOWN).map(formatNumber).join(', '),
            })}
          </p>
        )}
        {part !== undefined && <Progress part={part} text={t('data.contacts.importing', percent(part))} />}
      </DialogForm>
    </Dialog>
  );
}

/** Numbers of rows that are listed. */
const SHOWN = 20;

function Progress({ part, text }: { readonly part: number; readonly text: string }) {
  return (
    <div className="flex flex-col gap-1 text-ui text-ink-quiet">
      <p role="status">{text}</p>
      <ProgressBar label={text} part={part} />
    </div>
  );
}

const percent = (part: number) => ({ percent: Math.floor(part * 100) });

/** Sends rows some at a time, and adds up the answers. */
async function inParts(
  rows: readonly ImportedContact[],
  send: (rows: ImportedContact[]) => Promise<Counts>,
  onPart: (part: number) => void,
): Promise<Counts> {
  let sum: Counts = { completed: 0, unchanged: 0, unknown: 0 };
  for (let at = 0; at < rows.length; at += MOST_IMPORTED) {
    onPart(at / rows.length);
    const { completed, unchanged, unknown } = await send(rows.slice(at, at + MOST_IMPORTED));
    sum = {
      completed: sum.completed + completed,
      unchanged: sum.unchanged + unchanged,
      unknown: sum.unknown + unknown,
    };
  }
  return sum;
}
