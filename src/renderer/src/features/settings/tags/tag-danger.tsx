import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { tagSettingsWords as words } from '#renderer/components/tag-words.ts';
import { say } from '#renderer/components/toaster.tsx';
import { useTagChanges } from '#renderer/rpc/use-tags.ts';
import type { Tag } from '#shared/contract/tags.ts';
import { tellTrouble } from '../trouble.ts';

/** Gives what has the tag another one instead, once that was confirmed. */
export function MergeTag({ tag, others }: { readonly tag: Tag; readonly others: readonly Tag[] }) {
  const [intoId, setIntoId] = useState('');
  const { merge } = useTagChanges();
  const into = others.find(({ id }) => id === intoId);
  const mergeIt = (other: Tag): void =>
    merge.mutate(
      { tagId: tag.id, intoId: other.id },
      {
        onSuccess: () => say(words.merged(tag.name, other.name)),
        onError: (error) => tellTrouble(words.failed, error),
        onSettled: () => setIntoId(''),
      },
    );
  return (
    <>
      <Field label={words.mergeInto} hint={words.mergeHint}>
        <Select
          value={intoId}
          choices={[
            { value: '', label: words.mergeChoose },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={setIntoId}
          className="w-full"
        />
      </Field>
      <ConfirmDialog
        open={into !== undefined}
        onOpenChange={(isOpen) => !isOpen && setIntoId('')}
        title={words.mergeTitle(tag.name, into?.name ?? '')}
        whatWillHappen={<p>{words.mergeWhat(tag.name, into?.name ?? '')}</p>}
        confirmLabel={words.mergeConfirm}
        danger
        pending={merge.isPending}
        onConfirm={() => into !== undefined && mergeIt(into)}
      />
    </>
  );
}

/** Takes a tag from everything that has it, once that was confirmed. */
export function RemoveTag({ tag }: { readonly tag: Tag }) {
  const [asking, setAsking] = useState(false);
  const { remove } = useTagChanges();
  const removeIt = (): void =>
    remove.mutate(tag.id, {
      onSuccess: () => say(words.removed(tag.name)),
      onError: (error) => tellTrouble(words.failed, error),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button className="self-start" onClick={() => setAsking(true)}>
        {words.takeAway}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.removeTitle(tag.name)}
        whatWillHappen={<p>{words.removeWhat(words.used(tag.chats, tag.contacts))}</p>}
        confirmLabel={words.removeConfirm}
        danger
        pending={remove.isPending}
        onConfirm={removeIt}
      />
    </>
  );
}
