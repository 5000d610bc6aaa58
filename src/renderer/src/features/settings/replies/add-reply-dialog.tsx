import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useSavedReplyChanges } from '#renderer/rpc/use-saved-replies.ts';
import { routes } from '#shared/contract/routes.ts';
import { fieldProblem, tellTrouble } from '../parts/trouble.ts';
import type { ReplyWords } from './replies-file.ts';
import { ReplyFields } from './reply-fields.tsx';

interface AddReplyDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks for a shortcut and its words. */
export function AddReplyDialog({ open, onOpenChange }: AddReplyDialogProps) {
  const { t } = useTranslation('settings');
  const formId = useId();
  const { create } = useSavedReplyChanges();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('replies.addTitle')}
      footer={
        <>
          <DialogClose render={<Button>{t('replies.cancel')}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={create.isPending}>
            {t('replies.addConfirm')}
          </Button>
        </>
      }
    >
      <AddReplyForm id={formId} create={create.mutateAsync} onAdded={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface AddReplyFormProps {
  readonly id: string;
  readonly create: ReturnType<typeof useSavedReplyChanges>['create']['mutateAsync'];
  readonly onAdded: () => void;
}

function AddReplyForm({ id, create, onAdded }: AddReplyFormProps) {
  const { t } = useTranslation('settings');
  const form = useForm<ReplyWords>({
    resolver: zodResolver(routes['savedReplies.create'].input),
    mode: 'onTouched',
    defaultValues: { shortcut: '', text: '' },
  });
  const add = async (typed: ReplyWords): Promise<void> => {
    try {
      const { shortcut } = await create(typed);
      onAdded();
      say(t('replies.added', { shortcut }));
    } catch (error) {
      const message = fieldProblem(error, 'shortcut');
      if (message === undefined) tellTrouble(t('replies.failed'), error);
      else form.setError('shortcut', { message }, { shouldFocus: true });
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(add)(event);
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ReplyFields control={form.control} autoFocus />
    </form>
  );
}
