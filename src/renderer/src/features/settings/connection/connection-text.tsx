import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { ConnectionChange } from '#shared/contract/connection.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { TextField } from '../parts/text-field.tsx';

interface ConnectionTextProps {
  /** dotted path of the setting, where answers point to it: `own.publicUrl` */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly warning?: string | undefined;
  readonly placeholder?: string;
  readonly inputMode?: 'url' | 'numeric';
  readonly aside?: string;
  /** as it is typed */
  readonly saved: string;
  readonly rule: z.ZodType<string, string>;
  readonly changeTo: (typed: string) => ConnectionChange;
}

/** One line of the connection's settings, saved as one leaves it. */
export function ConnectionText({ name, label, saved, rule, changeTo, inputMode, ...field }: ConnectionTextProps) {
  const { change } = useWayInChanges();
  const form = useForm<{ typed: string }>({
    resolver: zodResolver(z.object({ typed: rule })),
    mode: 'onChange',
    values: { typed: saved },
    resetOptions: { keepDirtyValues: true },
  });
  const leave = async () => {
    if (!(await form.trigger('typed'))) return;
    form.setValue('typed', form.getValues('typed').trim());
    await saveOnLeave({
      field: name,
      label,
      before: saved,
      value: form.getValues('typed'),
      save: (typed) =>
        change.mutateAsync(changeTo(typed)).then(() => form.resetField('typed', { defaultValue: typed })),
      onProblem: (message) => form.setError('typed', { message }),
    });
  };
  return (
    <TextField
      {...field}
      control={form.control}
      name="typed"
      label={label}
      spellCheck={false}
      autoComplete="off"
      {...(inputMode !== undefined && { inputMode })}
      short={inputMode === 'numeric'}
      onLeave={() => void leave()}
    />
  );
}
