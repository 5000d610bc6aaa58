import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useChangeMediaSettings } from '#renderer/rpc/use-media-settings.ts';
import { type MediaSettings, mediaSettings } from '#shared/contract/media.ts';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { TextField } from '../parts/text-field.tsx';
import { typedNumber } from '../parts/typed-number.ts';

type NumberField = {
  readonly [Field in keyof MediaSettings]: MediaSettings[Field] extends number ? Field : never;
}[keyof MediaSettings];

interface MediaNumberProps {
  readonly name: NumberField;
  readonly label: string;
  readonly hint: string;
  /** after the number: its unit, and what is now */
  readonly aside: string;
  readonly saved: number;
}

/** One number of the media settings, saved as one leaves it. */
export function MediaNumber({ name, label, hint, aside, saved }: MediaNumberProps) {
  const { mutateAsync } = useChangeMediaSettings();
  const form = useForm<{ typed: string }>({
    resolver: zodResolver(z.object({ typed: typedNumber(mediaSettings.shape[name].unwrap()) })),
    mode: 'onChange',
    values: { typed: String(saved) },
    resetOptions: { keepDirtyValues: true },
  });
  const leave = async () => {
    if (!(await form.trigger('typed'))) return;
    const typed = Number(form.getValues('typed'));
    form.setValue('typed', String(typed));
    await saveOnLeave({
      field: name,
      label,
      before: saved,
      value: typed,
      save: (value) =>
        mutateAsync({ [name]: value }).then(() => form.resetField('typed', { defaultValue: String(value) })),
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
