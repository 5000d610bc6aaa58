import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { useOperatorChanges } from '#renderer/rpc/use-operators.ts';
import { TextField } from '../parts/text-field.tsx';
import { fieldProblem, tellTrouble } from '../parts/trouble.ts';
import type { NewKey } from './key-dialog.tsx';
import { operatorForm, type OperatorForm } from './operator-form.ts';

interface AddOperatorDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAdded: (key: NewKey) => void;
}

/** Asks for the name of a colleague. */
export function AddOperatorDialog({ open, onOpenChange, onAdded }: AddOperatorDialogProps) {
  const { t } = useTranslation('settings');
  const formId = useId();
  const { add } = useOperatorChanges();
  const addIt = async (typed: OperatorForm): Promise<void> => {
    const { operator, accessKey } = await add.mutateAsync(typed);
    onOpenChange(false);
    onAdded({ operatorName: operator.name, accessKey });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('operators.addTitle')}
      description={t('operators.addLead')}
      footer={
        <>
          <DialogClose render={<Button>{t('operators.cancel')}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={add.isPending}>
            {t('operators.addConfirm')}
          </Button>
        </>
      }
    >
      <AddOperatorForm id={formId} onAdd={addIt} />
    </Dialog>
  );
}

function AddOperatorForm({
  id,
  onAdd,
}: {
  readonly id: string;
  readonly onAdd: (typed: OperatorForm) => Promise<void>;
}) {
  const { t } = useTranslation('settings');
  const form = useForm<OperatorForm>({
    resolver: zodResolver(operatorForm),
    mode: 'onTouched',
    defaultValues: { name: '', photo: '' },
  });
  const add = async (typed: OperatorForm): Promise<void> => {
    try {
      await onAdd(typed);
    } catch (error) {
      const problems = (['name', 'photo'] as const).map((field) => [field, fieldProblem(error, field)] as const);
      for (const [field, message] of problems)
        if (message !== undefined) form.setError(field, { message }, { shouldFocus: true });
      if (problems.every(([, message]) => message === undefined)) tellTrouble(t('operators.failed'), error);
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(add)(event);
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        control={form.control}
        name="name"
        label={t('operators.name')}
        hint={t('operators.nameHint')}
        autoComplete="off"
        autoFocus
      />
      <TextField
        control={form.control}
        name="photo"
        label={t('operators.photo')}
        hint={t('operators.photoHint')}
        placeholder={'https://'}
        inputMode="url"
        spellCheck={false}
      />
    </form>
  );
}
