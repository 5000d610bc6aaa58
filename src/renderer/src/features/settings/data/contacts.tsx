import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Download, Upload } from 'lucide-react';
import { ConfirmButton, DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { formatNumber } from '#renderer/components/amounts.ts';
import { buttonStyles } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { ProgressBar } from '#renderer/components/progress.tsx';
import { notify, notifyError, notifyFailure } from '#renderer/components/toaster.tsx';
import { localization } from '#renderer/language/i18n.ts';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
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
      <Waiting />
      {preview !== undefined && <ImportDialog open onClose={() => setPreview(undefined)} {...preview} />}
    </Group>
  );
}

/** People of a file who have not written yet. */
function Waiting() {
  const { t } = useTranslation('settings');
  const { people = 0 } = useRouteQueryFor('owner', 'contacts.expected', {}).data ?? {};
  const { mutateAsync: remove } = useRouteMutation('contacts.removeExpected', 'contacts.expected');
  if (people === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui text-ink-quiet">
      <p className="min-w-0 flex-1 basis-52">{t('data.contacts.waiting', { count: people })}</p>
      <ConfirmButton
        label={t('data.contacts.remove')}
        urgent
        title={t('data.contacts.removeAsk')}
        will={[t('data.contacts.removeWill')]}
        failed={t('data.contacts.notRemoved')}
        act={() => remove({})}
        done={t('data.contacts.removed')}
      />
    </div>
  );
}

function ImportDialog({ open, onClose, rows, unreadable, counts }: Opened & Preview) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const [part, setPart] = useState<number>();
  const run = async (): Promise<void> => {
    try {
      const { completed, expected } = await inParts(rows, (some) => call('contacts.import', { rows: some }), setPart);
      notify(t('data.contacts.imported', { count: completed + expected }));
      onClose();
    } finally {
      setPart(undefined);
    }
  };
  const lines = [
    (counts.completed > 0 || counts.expected === 0) && t('data.contacts.completed', { count: counts.completed }),
    counts.expected > 0 && t('data.contacts.expected', { count: counts.expected }),
    counts.unchanged > 0 && t('data.contacts.unchanged', { number: counts.unchanged }),
  ].filter((line) => line !== false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('data.contacts.importTitle')}
      description={t('data.contacts.importLead')}
    >
      <DialogForm
        confirmLabel={counts.completed + counts.expected === 0 ? undefined : t('data.contacts.confirm')}
        act={run}
        failed={t('data.contacts.notImported')}
      >
        <ul className="flex list-disc flex-col gap-1 ps-5 text-ui">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {unreadable.length > 0 && (
            <li>
              {t('data.contacts.unreadable', { number: unreadable.length })}
              <span className="block break-words text-ink-quiet">
                {t(unreadable.length > SHOWN ? 'data.contacts.rowsMore' : 'data.contacts.rows', {
                  rows: unreadable.slice(0, SHOWN).map(formatNumber).join(', '),
                })}
              </span>
            </li>
          )}
        </ul>
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
  let sum: Counts = { completed: 0, unchanged: 0, expected: 0 };
  for (let at = 0; at < rows.length; at += MOST_IMPORTED) {
    onPart(at / rows.length);
    const { completed, unchanged, expected } = await send(rows.slice(at, at + MOST_IMPORTED));
    sum = {
      completed: sum.completed + completed,
      unchanged: sum.unchanged + unchanged,
      expected: sum.expected + expected,
    };
  }
  return sum;
}
