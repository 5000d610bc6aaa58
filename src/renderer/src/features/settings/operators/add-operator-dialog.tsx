import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { useOperatorChanges } from '#renderer/rpc/use-operators.ts';
import { TextField } from '../text-field.tsx';
import { fieldProblem, tellTrouble } from '../trouble.ts';
import type { NewKey } from './key-dialog.tsx';
import { operatorForm, type OperatorForm } from './operator-form.ts';
import { operatorsWords as words } from './operators-words.ts';

interface AddOperatorDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAdded: (key: NewKey) => void;
}

/** Asks for the name of a colleague. */
export function AddOperatorDialog({ open, onOpenChange, onAdded }: AddOperatorDialogProps) {
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
      title={words.addTitle}
      description={words.addLead}
      footer={
        <>
          <DialogClose render={<Button>{words.cancel}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={add.isPending}>
            {words.addConfirm}
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
      if (problems.every(([, message]) => message === undefined)) tellTrouble(words.failed, error);
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(add)(event);
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        control={form.control}
        name="name"
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        autoFocus
      />
      <TextField
        control={form.control}
        name="photo"
        label={words.photo}
        hint={words.photoHint}
        placeholder={words.photoPlaceholder}
        inputMode="url"
        spellCheck={false}
      />
    </form>
  );
}
