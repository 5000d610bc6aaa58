import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { TagChip } from '#renderer/components/tag-chip.tsx';
import { useTagChanges } from '#renderer/rpc/use-tags.ts';
import { tagName, type Tag } from '#shared/contract/tags.ts';
import { LONGEST_TAG } from '#shared/domain/tags.ts';
import { FoldingRow } from '../parts/folding-row.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { TextField } from '../parts/text-field.tsx';
import { MergeTag, RemoveTag } from './tag-danger.tsx';

interface TagRowProps {
  readonly tag: Tag;
  readonly others: readonly Tag[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One tag: where it is used, and its fields once it is pressed. */
export function TagRow({ tag, others, isOpen, onToggle }: TagRowProps) {
  const { t } = useTranslation();
  const line = (
    <>
      <span className="flex min-w-0 flex-1">
        <TagChip name={tag.name} />
      </span>
      <span className="shrink-0 text-ui text-ink-quiet">
        {t('tags.used', {
          chats: t('tags.chats', { count: tag.chats }),
          contacts: t('tags.contacts', { count: tag.contacts }),
        })}
      </span>
    </>
  );
  return (
    <FoldingRow line={line} isOpen={isOpen} onToggle={onToggle}>
      <RenameTag tag={tag} />
      {tag.chats > 0 && (
        <p className="text-ui">
          {/* Not `Link`: that one would put what follows the question mark before the hash. */}
          <a href={`#/?${new URLSearchParams({ tag: tag.name }).toString()}`}>{t('tags.showChats')}</a>
        </p>
      )}
      {others.length > 0 && <MergeTag tag={tag} others={others} />}
      <RemoveTag tag={tag} />
    </FoldingRow>
  );
}

const written = z.object({ name: tagName });

function RenameTag({ tag }: { readonly tag: Tag }) {
  const { t } = useTranslation();
  const { rename } = useTagChanges();
  const form = useForm<{ name: string }>({
    resolver: zodResolver(written),
    mode: 'onChange',
    values: { name: tag.name },
    resetOptions: { keepDirtyValues: true },
  });
  const leave = async (): Promise<void> => {
    const typed = tagName.safeParse(form.getValues('name'));
    if (!typed.success) return;
    await saveOnLeave({
      field: 'name',
      label: t('tags.name'),
      before: tag.name,
      value: typed.data,
      save: async (name) => {
        await rename.mutateAsync({ tagId: tag.id, name });
        form.resetField('name', { defaultValue: name });
      },
      onProblem: (message) => form.setError('name', { message }),
    });
  };
  return (
    <TextField
      control={form.control}
      name="name"
      label={t('tags.name')}
      hint={t('tags.nameHint')}
      maxLength={LONGEST_TAG}
      onLeave={() => void leave()}
    />
  );
}
