import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { dateWords, fullWords } from '#renderer/components/dates.ts';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { jobWords } from '#renderer/components/job-words.ts';
import { sizeWords } from '#renderer/components/size-words.ts';
import { Skeleton } from '#renderer/components/skeleton.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useBackupChanges, useBackupPreview } from '#renderer/rpc/use-backups.ts';
import type { BackupFile, BackupPreview } from '#shared/contract/archive.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { Sentences } from '../danger-row.tsx';
import { Notice } from '../notice.tsx';
import { tellTrouble } from '../trouble.ts';
import { dataWords as words } from './data-words.ts';

/** What is inside a backup, what restoring it does, and the button that does it. */
export function RestoreDialog({
  backup,
  onClose,
}: {
  readonly backup: BackupFile | undefined;
  readonly onClose: () => void;
}) {
  const preview = useBackupPreview(backup?.name);
  return (
    <Dialog
      open={backup !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={words.previewTitle(backup === undefined ? '' : dateWords(backup.madeAt))}
    >
      {preview.data !== undefined && <Question key={preview.data.name} preview={preview.data} onDone={onClose} />}
      {preview.isLoading && <Skeleton className="h-48" />}
      {preview.isError && (
        <Notice tone="urgent" title={words.previewFailed}>
          {preview.error instanceof ContractError && <p>{preview.error.message}</p>}
        </Notice>
      )}
    </Dialog>
  );
}

function Question({ preview, onDone }: { readonly preview: BackupPreview; readonly onDone: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const { restore } = useBackupChanges();
  const confirm = (): void =>
    restore.mutate(
      { name: preview.name, ...(passphrase !== '' && { passphrase }) },
      {
        onSuccess: () => {
          say(words.restoring);
          onDone();
        },
        onError: (error) => tellTrouble(words.notRestored, error),
      },
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <Inside preview={preview} />
      {preview.isNewer ? (
        <Notice tone="urgent" title={words.newer} />
      ) : (
        <>
          {!preview.isOurs && <Notice tone="attention" title={words.foreign} />}
          {preview.secrets === 'passphrase' && (
            <Field label={words.passphrase} hint={words.withoutSecrets}>
              <Input
                type="password"
                autoComplete="off"
                value={passphrase}
                onChange={(event) => setPassphrase(event.target.value)}
              />
            </Field>
          )}
          <div className="flex flex-col gap-2 text-ui text-ink-quiet">
            <Sentences sentences={words.will} />
            {preview.secrets === 'none' && <p>{words.withoutSecrets}</p>}
          </div>
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose render={<Button>{jobWords.cancel}</Button>} />
        {!preview.isNewer && (
          <Button type="submit" variant="danger" pending={restore.isPending}>
            {words.restoreConfirm}
          </Button>
        )}
      </div>
    </form>
  );
}

function Inside({
  preview: { madeAt, version, size, counts, withMedia, secrets },
}: {
  readonly preview: BackupPreview;
}) {
  const facts: readonly (readonly [string, string])[] = [
    [words.made, fullWords(madeAt)],
    [words.version, version],
    [words.size, sizeWords(size)],
    [words.customers, String(counts.customers)],
    [words.chats, String(counts.chats)],
    [words.messages, String(counts.messages)],
    [words.media, withMedia ? `${String(counts.media)} (${sizeWords(counts.mediaBytes)})` : words.noMedia],
    [words.channels, String(counts.channels)],
    [words.bots, String(counts.bots)],
    [words.operators, String(counts.operators)],
    [words.secrets, words.secretsAre[secrets]],
  ];
  return (
    <dl
      aria-label={words.inside}
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-card border bg-raised px-3.5 py-2.5 text-ui"
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-quiet">{name}</dt>
          <dd className="tabular text-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
