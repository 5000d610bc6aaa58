import { Eraser, FileDown } from 'lucide-react';
import { useState } from 'react';
import { listWords } from '#renderer/components/amounts.ts';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Skeleton } from '#renderer/components/skeleton.tsx';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useErasePreview, usePrivacy } from '#renderer/rpc/use-backups.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { personalWords as words } from './personal-words.ts';

/** What a customer may ask of their own data: all of it in one file, or nothing of it left. */
export function PersonalData({ customerId }: { readonly customerId: string }) {
  const [erasing, setErasing] = useState(false);
  const { exportCustomer } = usePrivacy();
  const begin = (): void =>
    exportCustomer.mutate(customerId, {
      onSuccess: () => say(words.exporting),
      onError: (error) => tell(words.notExported, error),
    });
  return (
    <>
      <Button pending={exportCustomer.isPending} onClick={begin} title={words.exportHint}>
        <FileDown aria-hidden className="size-4" />
        {words.export}
      </Button>
      <Button onClick={() => setErasing(true)}>
        <Eraser aria-hidden className="size-4 text-urgent" />
        <span className="text-urgent">{words.erase}</span>
      </Button>
      <EraseDialog customerId={customerId} open={erasing} onClose={() => setErasing(false)} />
    </>
  );
}

function EraseDialog({
  customerId,
  open,
  onClose,
}: {
  readonly customerId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { data } = useErasePreview(customerId, open);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.eraseTitle(data?.name ?? '')}
      description={words.will}
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
  const [typed, setTyped] = useState('');
  const [withMerged, setWithMerged] = useState(false);
  const { eraseCustomer } = usePrivacy();
  const { name, merged, chats, messages, files, backups } = preview;
  const isReady = typed.trim() === name.trim() && (merged.length === 0 || withMerged);
  const erase = (): void =>
    eraseCustomer.mutate(
      { customerId, withMerged, confirmation: typed },
      {
        onSuccess: () => {
          say(words.erasing);
          onDone();
        },
        onError: (error) => tell(words.notErased, error),
      },
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) erase();
      }}
    >
      <div className="flex flex-col gap-2 text-ui">
        <p className="tabular">{words.goes(chats, messages, files)}</p>
        {backups > 0 && <p>{words.backups(backups)}</p>}
      </div>
      {merged.length > 0 && (
        <div className="flex flex-col gap-2 text-ui">
          <p>{words.merged(listWords(merged.map((other) => other.name)))}</p>
          <Checkbox checked={withMerged} onCheckedChange={setWithMerged} hint={words.mergedHint}>
            {words.withMerged}
          </Checkbox>
        </div>
      )}
      <Field label={words.confirm(name)}>
        <Input value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose render={<Button>{words.cancel}</Button>} />
        <Button type="submit" variant="danger" disabled={!isReady} pending={eraseCustomer.isPending}>
          {words.eraseConfirm}
        </Button>
      </div>
    </form>
  );
}

function tell(what: string, error: unknown): void {
  sayTrouble(what, error instanceof ContractError ? error.message : undefined);
}
