import { useTranslation } from 'react-i18next';
import { Trash2 } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { routes } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { FoldingRow } from '../parts/folding-row.tsx';
import { useSavedText } from '../parts/saved-field.tsx';
import { tellTrouble } from '../parts/trouble.ts';
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

const rules = routes['savedReplies.create'].input.shape;

function EditReply({ reply, onRemoved }: Pick<ReplyRowProps, 'reply' | 'onRemoved'>) {
  const { t } = useTranslation('settings');
  const create = useAct('savedReplies.create');
  const update = useAct('savedReplies.update');
  const remove = useAct('savedReplies.remove');
  const { id: replyId, shortcut, text } = reply;
  const fieldOf = (field: 'shortcut' | 'text') => ({
    field,
    label: t(`replies.${field}`),
    saved: reply[field],
    rule: rules[field],
    save: (value: string) => update.mutateAsync({ replyId, [field]: value }),
  });
  const typed = { shortcut: useSavedText(fieldOf('shortcut')), text: useSavedText(fieldOf('text')) };
  const putBack = (): void =>
    create.mutate({ shortcut, text }, { onError: (error) => tellTrouble(t('replies.notBack', { shortcut }), error) });
  const removeIt = async (): Promise<void> => {
    try {
      await remove.mutateAsync({ replyId });
      onRemoved();
      sayWithUndo(t('replies.removed', { shortcut }), { onUndo: putBack });
    } catch (error) {
      tellTrouble(t('replies.failed'), error);
    }
  };
  return (
    <>
      <ReplyFields {...typed} />
      <Button className="self-start" pending={remove.isPending} onClick={() => void removeIt()}>
        <Trash2 aria-hidden className="size-4" />
        {t('replies.remove')}
      </Button>
    </>
  );
}
