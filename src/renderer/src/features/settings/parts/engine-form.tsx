import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
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
import { Dialog } from '#renderer/components/dialog.tsx';
import { ruleText } from '#renderer/language/rules.ts';
import { DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { TextLine, type TextLineProps, type TypedText, fieldProblem } from './saved-field.tsx';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { fieldRule } from '#shared/domain/phrase.ts';

interface EngineFormOptions<Fields extends FieldValues> {
  readonly rule: z.ZodType<Fields, Fields>;
  /** initial values of the fields */
  readonly start: Fields;
  readonly send: (typed: Fields) => Promise<unknown>;
  /** error title unless a field is at fault */
  readonly failed: string;
}

/** A form submitted as a whole; the engine's errors about a field appear at the field. */
function useEngineForm<Fields extends FieldValues>({ rule, start, send, failed }: EngineFormOptions<Fields>) {
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
      if (wrong.length === 0) notifyFailure(failed, error);
    }
  };
  return { form, submit: form.handleSubmit(sent) };
}

interface PageFormProps<Fields extends FieldValues> extends EngineFormOptions<Fields> {
  readonly confirmLabel: string;
  readonly onCancel?: () => void;
  readonly children: (form: UseFormReturn<Fields>) => ReactNode;
}

/** The same on a page, with its button below. */
export function PageForm<Fields extends FieldValues>({
  confirmLabel,
  onCancel,
  children,
  ...options
}: PageFormProps<Fields>) {
  const { t } = useTranslation('common');
  const { form, submit } = useEngineForm(options);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
      {children(form)}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" pending={form.formState.isSubmitting}>
          {confirmLabel}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </form>
  );
}

interface FormDialogProps<Fields extends FieldValues> extends EngineFormOptions<Fields>, Opened {
  readonly title: string;
  readonly description?: ReactNode;
  readonly confirmLabel: string;
  /** submits the form; resolves with what to run once the dialog has closed */
  readonly send: (typed: Fields) => Promise<() => void>;
  /** additional button, before the others */
  readonly more?: ReactNode;
  readonly children: (form: UseFormReturn<Fields>) => ReactNode;
}

export function FormDialog<Fields extends FieldValues>({
  open,
  onClose,
  title,
  description,
  ...form
}: FormDialogProps<Fields>) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <EngineDialogForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted each time the dialog opens. */
function EngineDialogForm<Fields extends FieldValues>({
  send,
  onClose,
  confirmLabel,
  more,
  children,
  ...options
}: Omit<FormDialogProps<Fields>, 'open' | 'title' | 'description'>) {
  const { form, submit } = useEngineForm({
    ...options,
    send: async (typed) => {
      const done = await send(typed);
      onClose();
      done();
    },
  });
  return (
    <DialogForm confirmLabel={confirmLabel} act={submit} failed={options.failed} more={more}>
      {children(form)}
    </DialogForm>
  );
}

interface FormText<Fields extends FieldValues> {
  readonly control: Control<Fields>;
  readonly name: FieldPathByValue<Fields, string>;
}

/** A text of a form that is submitted as a whole. */
export function useFormText<Fields extends FieldValues>({ control, name }: FormText<Fields>): TypedText {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value,
    error: ruleText(fieldState.error),
    onChange: field.onChange,
    onLeave: field.onBlur,
    name: field.name,
    ref: field.ref,
  };
}

export function TextField<Fields extends FieldValues>({ control, name, ...line }: TextLineProps & FormText<Fields>) {
  return <TextLine {...line} typed={useFormText({ control, name })} />;
}
