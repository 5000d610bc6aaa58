import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { TextField } from '../parts/text-field.tsx';
import { typedNumber } from '../parts/typed-number.ts';

interface HoursNumberProps {
  /** where the route's answers point to */
  readonly field: string;
  readonly rule: z.ZodType<number>;
  readonly label: string;
  readonly hint: string;
  readonly aside: string;
  readonly saved: number;
  readonly save: (value: number) => Promise<unknown>;
}

/** One number, saved as one leaves it. */
export function HoursNumber({ field, rule, label, hint, aside, saved, save }: HoursNumberProps) {
  const form = useForm<{ typed: string }>({
    resolver: zodResolver(z.object({ typed: typedNumber(rule) })),
    mode: 'onChange',
    values: { typed: String(saved) },
    resetOptions: { keepDirtyValues: true },
  });
  const leave = async (): Promise<void> => {
    if (!(await form.trigger('typed'))) return;
    const typed = Number(form.getValues('typed'));
    form.setValue('typed', String(typed));
    await saveOnLeave({
      field,
      label,
      before: saved,
      value: typed,
      save: (value) => save(value).then(() => form.resetField('typed', { defaultValue: String(value) })),
      onProblem: (message) => form.setError('typed', { message }),
    });
  };
  return (
    <TextField
      control={form.control}
      name="typed"
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      short
      aside={aside}
      onLeave={() => void leave()}
    />
  );
}
