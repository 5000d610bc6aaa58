import type { ComponentProps, ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';

interface TextFieldProps<Fields extends FieldValues> extends Pick<ComponentProps<'input'>, 'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'placeholder' | 'spellCheck'> {
  readonly control: Control<Fields>;
  readonly name: FieldPathByValue<Fields, string>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly warning?: string | undefined;
  /** it lost the focus, or Enter was pressed */
  readonly onLeave?: () => void;
}

/** A line of text of a form: says what is wrong while one types. */
export function TextField<Fields extends FieldValues>({ control, name, label, hint, warning, onLeave, ...input }: TextFieldProps<Fields>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} warning={warning}>
      <Input
        {...input}
        ref={field.ref}
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        onBlur={() => {
          field.onBlur();
          onLeave?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onLeave?.();
        }}
      />
    </Field>
  );
}
