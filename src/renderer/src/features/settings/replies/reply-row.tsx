import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Button } from '#renderer/components/button.tsx';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import { useSavedReplyChanges } from '#renderer/rpc/use-saved-replies.ts';
import { routes } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { FoldingRow } from '../parts/folding-row.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { tellTrouble } from '../parts/trouble.ts';
import type { ReplyWords } from './replies-file.ts';
import { ReplyFields } from './reply-fields.tsx';

interface ReplyRowProps {
  readonly reply: SavedReply;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRemoved: () => void;
}

/** One saved reply: a line, and its fields once it is pressed. */
export function ReplyRow({ reply, isOpen, onToggle, onRemoved }: ReplyRowProps) {
  const line = (
    <span className="min-w-0 flex-1">
      <bdi className="block truncate text-ui font-medium">/{reply.shortcut}</bdi>
      <bdi className="block truncate text-ui text-ink-quiet">{reply.text.slice(0, 200).replaceAll(/\s+/gu, ' ')}</bdi>
    </span>
  );
  return (
    <FoldingRow line={line} isOpen={isOpen} onToggle={onToggle}>
      <EditReply reply={reply} onRemoved={onRemoved} />
    </FoldingRow>
  );
}

const written = routes['savedReplies.create'].input;

function EditReply({ reply, onRemoved }: Pick<ReplyRowProps, 'reply' | 'onRemoved'>) {
  const { t } = useTranslation('settings');
  const { create, update, remove } = useSavedReplyChanges();
  const { id: replyId, shortcut, text } = reply;
  const saved: ReplyWords = { shortcut, text };
  const form = useForm<ReplyWords>({
    resolver: zodResolver(written),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });

  const leave = async (field: keyof ReplyWords): Promise<void> => {
    const typed = written.shape[field].safeParse(form.getValues(field));
    if (!typed.success) return;
    form.setValue(field, typed.data);
    await saveOnLeave({
      field,
      label: t(`replies.${field}`),
      before: saved[field],
      value: typed.data,
      save: async (value) => {
        await update.mutateAsync({ replyId, [field]: value });
        form.resetField(field, { defaultValue: value });
      },
      onProblem: (message) => form.setError(field, { message }),
    });
  };
  const putBack = (): void =>
    create.mutate(saved, { onError: (error) => tellTrouble(t('replies.notBack', { shortcut }), error) });
  const removeIt = async (): Promise<void> => {
    try {
      await remove.mutateAsync(replyId);
      onRemoved();
      sayWithUndo(t('replies.removed', { shortcut }), { onUndo: putBack });
    } catch (error) {
      tellTrouble(t('replies.failed'), error);
    }
  };
  return (
    <>
      <ReplyFields control={form.control} onLeave={(field) => void leave(field)} />
      <Button className="self-start" pending={remove.isPending} onClick={() => void removeIt()}>
        <Trash2 aria-hidden className="size-4" />
        {t('replies.remove')}
      </Button>
    </>
  );
}
