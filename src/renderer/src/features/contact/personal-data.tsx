import { useTranslation } from 'react-i18next';
import { Eraser, FileDown } from 'lucide-react';
import { useState } from 'react';
import { formatList } from '#renderer/components/amounts.ts';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { ActionButton, DialogForm, type Opened } from '#renderer/components/actions.tsx';

/** Data requests of a customer: export everything as one file, or erase it. */
export function PersonalData({ customerId }: { readonly customerId: string }) {
  const { t } = useTranslation('inbox');
  const [erasing, setErasing] = useState(false);
  const jobEnd = useJobEnd();
  const { mutateAsync: exportCustomer } = useRouteMutation('privacy.exportCustomer');
  const begin = async (): Promise<void> => {
    const { id } = await exportCustomer({ customerId });
    notify(t('contact.personal.exporting'));
    // It begins wherever the operator is by then; a job that failed says so in the settings.
    void jobEnd(id).then(({ file }) => {
      if (file !== undefined) downloadFile(file.url);
    });
  };
  return (
    <>
      <ActionButton failed={t('contact.personal.notExported')} act={begin} title={t('contact.personal.exportHint')}>
        <FileDown aria-hidden className="size-4" />
        {t('contact.personal.export')}
      </ActionButton>
      <Button onClick={() => setErasing(true)}>
        <Eraser aria-hidden className="size-4 text-urgent" />
        <span className="text-urgent">{t('contact.personal.erase')}</span>
      </Button>
      <EraseDialog customerId={customerId} open={erasing} onClose={() => setErasing(false)} />
    </>
  );
}

/** Waits until a job of this window has ended; a screen that shows jobs must be mounted. */
function useJobEnd(): (jobId: string) => Promise<Job> {
  const { queryClient } = useConsole();
  return (jobId) =>
    new Promise((resolve) => {
      const look = (): void => {
        const { jobs } = queryClient.getQueryData<RouteOutput<'jobs.list'>>(['jobs.list', {}]) ?? { jobs: [] };
        const job = jobs.find(({ id, state }) => id === jobId && state !== 'running');
        if (job === undefined) return;
        stop();
        resolve(job);
      };
      const stop = queryClient.getQueryCache().subscribe(look);
      look();
    });
}

/** Downloads a file of the engine, which names it. */
function downloadFile(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

function EraseDialog({ customerId, open, onClose }: Opened & { readonly customerId: string }) {
  const { t } = useTranslation('inbox');
  const { data } = useRouteQueryFor('owner', 'privacy.previewErase', open ? { customerId } : undefined, {
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('contact.personal.eraseTitle', { name: data?.name ?? '' })}
      description={t('contact.personal.will')}
    >
      {data === undefined ? (
        <Skeleton className="h-24" />
      ) : (
        <Question customerId={customerId} preview={data} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface QuestionProps {
  readonly customerId: string;
  readonly preview: RouteOutput<'privacy.previewErase'>;
  readonly onDone: () => void;
}

function Question({ customerId, preview, onDone }: QuestionProps) {
  const { t } = useTranslation('inbox');
  const [typed, setTyped] = useState('');
  const [withMerged, setWithMerged] = useState(false);
  const { mutateAsync } = useRouteMutation('privacy.eraseCustomer');
  const { name, merged, chats, messages, files, backups } = preview;
  return (
    <DialogForm
      confirmLabel={t('contact.personal.eraseConfirm')}
      danger
      isReady={typed.trim() === name.trim() && (merged.length === 0 || withMerged)}
      failed={t('contact.personal.notErased')}
      act={async () => {
        await mutateAsync({ customerId, withMerged, confirmation: typed });
        notify(t('contact.personal.erasing'));
        onDone();
      }}
    >
      <div className="flex flex-col gap-2 text-ui">
        <p className="tabular">{t('contact.personal.goes', { chats, messages, files })}</p>
        {backups > 0 && <p>{t('contact.personal.backups', { count: backups })}</p>}
      </div>
      {merged.length > 0 && (
        <div className="flex flex-col gap-2 text-ui">
          <p>{t('contact.personal.merged', { names: formatList(merged.map((other) => other.name)) })}</p>
          <Checkbox checked={withMerged} onCheckedChange={setWithMerged} hint={t('contact.personal.mergedHint')}>
            {t('contact.personal.withMerged')}
          </Checkbox>
        </div>
      )}
      <Field label={t('contact.personal.confirm', { name })}>
        <Input value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </DialogForm>
  );
}
