import { useTranslation } from 'react-i18next';
import { type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { ruleText } from '#renderer/language/rules.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { DialogForm, type Opened, useAction } from './actions.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { fieldProblem } from './saved-fields.tsx';
import type { TypedText } from './text-field.tsx';

interface FormOptions<Fields extends object> {
  readonly rule: z.ZodType<Fields, Fields>;
  /** initial values of the fields */
  readonly start: Fields;
  readonly send: (typed: Fields) => Promise<unknown>;
}

/** The fields of a form that is sent as a whole. */
export interface Form<Fields extends object> {
  readonly values: Fields;
  readonly change: (fields: Partial<Fields>) => void;
  /** problem of a field, once something was typed and left, or the form was sent */
  readonly problem: (name: keyof Fields & string) => string | undefined;
  readonly text: (name: keyof Fields & string) => TypedText;
}

/** A form sent as a whole; the engine's errors about a field appear at the field, others are thrown by `submit`. */
export function useForm<Fields extends object>({ rule, start, send }: FormOptions<Fields>) {
  const [values, setValues] = useState(start);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const inputs = useRef<Record<string, HTMLElement | null>>({});
  const read = rule.safeParse(values, { error: fieldRule });
  const names = Object.keys(start);
  const wrong = (name: string) => read.error?.issues.find(({ path }) => path[0] === name);
  const problem = (name: string): string | undefined =>
    refused[name] ?? (left.includes(name) ? ruleText(wrong(name)) : undefined);
  const change = (fields: Partial<Fields>): void => {
    setRefused({});
    setValues((now) => ({ ...now, ...fields }));
  };
  const focusFirst = (found: (name: string) => unknown): void =>
    inputs.current[names.find((name) => found(name) !== undefined) ?? '']?.focus();
  const submit = async (): Promise<void> => {
    setLeft(names);
    if (!read.success) return focusFirst(wrong);
    try {
      await send(read.data);
    } catch (error) {
      const problems = names.flatMap((name) => {
        const found = fieldProblem(error, name);
        return found === undefined ? [] : [[name, found] as const];
      });
      if (problems.length === 0) throw error;
      setRefused(Object.fromEntries(problems));
      focusFirst((name) => fieldProblem(error, name));
    }
  };
  const form: Form<Fields> = {
    values,
    change,
    problem,
    text: (name) => ({
      value: String(values[name]),
      error: problem(name),
      onChange: (text) => change({ [name]: text } as Partial<Fields>),
      onLeave: () => values[name] !== start[name] && setLeft((now) => [...now, name]),
      ref: (input) => void (inputs.current[name] = input),
    }),
  };
  return { form, submit };
}

interface PageFormProps<Fields extends object> extends FormOptions<Fields> {
  readonly confirmLabel: string;
  /** error title unless a field is at fault */
  readonly failed: string;
  readonly onCancel?: () => void;
  readonly children: (form: Form<Fields>) => ReactNode;
}

/** A form on a page, with its button below. */
export function PageForm<Fields extends object>({
  confirmLabel,
  failed,
  onCancel,
  children,
  ...options
}: PageFormProps<Fields>) {
  const { t } = useTranslation('common');
  const { form, submit } = useForm(options);
  const { pending, run } = useAction(failed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
      noValidate
      className="flex flex-col gap-3"
    >
      {children(form)}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" pending={pending}>
          {confirmLabel}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </form>
  );
}

interface FormDialogProps<Fields extends object>
  extends FormOptions<Fields>, Opened, Pick<PageFormProps<Fields>, 'confirmLabel' | 'failed' | 'children'> {
  readonly title: string;
  readonly description?: ReactNode;
  /** resolves with what to run once the dialog has closed */
  readonly send: (typed: Fields) => Promise<() => void>;
  /** additional button, before the others */
  readonly more?: ReactNode;
}

export function FormDialog<Fields extends object>({
  open,
  onClose,
  title,
  description,
  ...form
}: FormDialogProps<Fields>) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <OpenForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted each time the dialog opens. */
function OpenForm<Fields extends object>({
  rule,
  start,
  send,
  onClose,
  children,
  ...buttons
}: Omit<FormDialogProps<Fields>, 'open' | 'title' | 'description'>) {
  const { form, submit } = useForm({
    rule,
    start,
    send: async (typed) => {
      const done = await send(typed);
      onClose();
      done();
    },
  });
  return (
    <DialogForm {...buttons} act={submit}>
      {children(form)}
    </DialogForm>
  );
}
