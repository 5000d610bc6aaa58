import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useTagChanges } from '#renderer/rpc/use-tags.ts';
import type { Tag } from '#shared/contract/tags.ts';
import { tellTrouble } from '../parts/trouble.ts';

/** Gives what has the tag another one instead, once that was confirmed. */
export function MergeTag({ tag, others }: { readonly tag: Tag; readonly others: readonly Tag[] }) {
  const { t } = useTranslation();
  const [intoId, setIntoId] = useState('');
  const { merge } = useTagChanges();
  const into = others.find(({ id }) => id === intoId);
  const mergeIt = (other: Tag): void =>
    merge.mutate(
      { tagId: tag.id, intoId: other.id },
      {
        onSuccess: () => say(t('tags.merged', { tag: tag.name, other: other.name })),
        onError: (error) => tellTrouble(t('tags.failed'), error),
        onSettled: () => setIntoId(''),
      },
    );
  return (
    <>
      <Field label={t('tags.mergeInto')} hint={t('tags.mergeHint')}>
        <Select
          value={intoId}
          choices={[
            { value: '', label: t('tags.mergeChoose') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={setIntoId}
          className="w-full"
        />
      </Field>
      <ConfirmDialog
        open={into !== undefined}
        onOpenChange={(isOpen) => !isOpen && setIntoId('')}
        title={t('tags.mergeTitle', { tag: tag.name, other: into?.name ?? '' })}
        whatWillHappen={<p>{t('tags.mergeWhat', { tag: tag.name, other: into?.name ?? '' })}</p>}
        confirmLabel={t('tags.mergeConfirm')}
        danger
        pending={merge.isPending}
        onConfirm={() => into !== undefined && mergeIt(into)}
      />
    </>
  );
}

/** Takes a tag from everything that has it, once that was confirmed. */
export function RemoveTag({ tag }: { readonly tag: Tag }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { remove } = useTagChanges();
  const removeIt = (): void =>
    remove.mutate(tag.id, {
      onSuccess: () => say(t('tags.removed', { tag: tag.name })),
      onError: (error) => tellTrouble(t('tags.failed'), error),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button className="self-start" onClick={() => setAsking(true)}>
        {t('tags.takeAway')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('tags.removeTitle', { tag: tag.name })}
        whatWillHappen={
          <p>
            {t('tags.removeWhat', {
              used: t('tags.used', {
                chats: t('tags.chats', { count: tag.chats }),
                contacts: t('tags.contacts', { count: tag.contacts }),
              }),
            })}
          </p>
        }
        confirmLabel={t('tags.removeConfirm')}
        danger
        pending={remove.isPending}
        onConfirm={removeIt}
      />
    </>
  );
}
