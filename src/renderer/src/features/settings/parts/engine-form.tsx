import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldPathByValue,
  type FieldValues,
  type Path,
  useController,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { ruleWords } from '#renderer/language/rules.ts';
import { TextLine, type TextLineProps, type TypedText } from './text-line.tsx';
import { fieldProblem, tellTrouble } from './trouble.ts';
import { fieldRule } from '#shared/domain/phrase.ts';

interface EngineFormOptions<Fields extends FieldValues> {
  readonly rule: z.ZodType<Fields, Fields>;
  /** what the fields hold at first */
  readonly start: Fields;
  readonly send: (typed: Fields) => Promise<unknown>;
  /** what is said where it did not work, and not because of a field */
  readonly failed: string;
}

export interface EngineForm<Fields extends FieldValues> {
  readonly form: UseFormReturn<Fields>;
  readonly submit: (event: SyntheticEvent) => void;
}

/** A form that is sent to the engine as a whole; what the engine says of a field stands at the field. */
export function useEngineForm<Fields extends FieldValues>({
  rule,
  start,
  send,
  failed,
}: EngineFormOptions<Fields>): EngineForm<Fields> {
  const form = useForm<Fields>({
    resolver: zodResolver(rule, { error: fieldRule }),
    mode: 'onTouched',
    defaultValues: start as DefaultValues<Fields>,
  });
  const sent = async (typed: Fields): Promise<void> => {
    try {
      await send(typed);
    } catch (error) {
      const wrong = Object.keys(start).filter((field) => fieldProblem(error, field) !== undefined);
      for (const field of wrong)
        form.setError(
          field as Path<Fields>,
          { message: fieldProblem(error, field) ?? '' },
          { shouldFocus: field === wrong[0] },
        );
      if (wrong.length === 0) tellTrouble(failed, error);
    }
  };
  return { form, submit: (event) => void form.handleSubmit(sent)(event) };
}

interface FormDialogProps<Fields extends FieldValues> extends EngineFormOptions<Fields> {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** sends it to the engine; then the dialog closes, and what it resolves with is called */
  readonly send: (typed: Fields) => Promise<() => void>;
  /** another button, before the others */
  readonly more?: ReactNode;
  readonly children: (form: UseFormReturn<Fields>) => ReactNode;
}

/** Asks for something in a dialog and sends it. */
export function FormDialog<Fields extends FieldValues>({
  open,
  onClose,
  title,
  description,
  ...form
}: FormDialogProps<Fields>) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      description={description}
    >
      <DialogForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** It is made anew whenever the dialog opens. */
function DialogForm<Fields extends FieldValues>({
  send,
  onClose,
  confirmLabel,
  cancelLabel = i18n.t('common:cancel'),
  more,
  children,
  ...options
}: Omit<FormDialogProps<Fields>, 'open' | 'title' | 'description'>) {
  const id = useId();
  const { form, submit } = useEngineForm({
    ...options,
    send: async (typed) => {
      const done = await send(typed);
      onClose();
      done();
    },
  });
  return (
    <>
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {children(form)}
      </form>
      <div className="flex flex-wrap justify-end gap-2">
        {more}
        <DialogClose render={<Button>{cancelLabel}</Button>} />
        <Button variant="primary" type="submit" form={id} pending={form.formState.isSubmitting}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}

interface FormText<Fields extends FieldValues> {
  readonly control: Control<Fields>;
  readonly name: FieldPathByValue<Fields, string>;
}

/** A text of a form that is sent as a whole. */
export function useFormText<Fields extends FieldValues>({ control, name }: FormText<Fields>): TypedText {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value,
    error: ruleWords(fieldState.error),
    onChange: field.onChange,
    onLeave: field.onBlur,
    name: field.name,
    ref: field.ref,
  };
}

/** A line of text of a form that is sent as a whole. */
export function TextField<Fields extends FieldValues>({ control, name, ...line }: TextLineProps & FormText<Fields>) {
  return <TextLine {...line} typed={useFormText({ control, name })} />;
}
