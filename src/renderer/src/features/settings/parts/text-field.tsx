import type { ComponentProps, ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { ruleWords } from '#renderer/language/rule-words.ts';

interface TextFieldProps<Fields extends FieldValues> extends Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'placeholder' | 'spellCheck'
> {
  readonly control: Control<Fields>;
  readonly name: FieldPathByValue<Fields, string>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly warning?: string | undefined;
  /** for a number: as wide as one */
  readonly short?: boolean;
  /** at the right of the control, such as what is now */
  readonly aside?: ReactNode;
  /** it lost the focus, or Enter was pressed */
  readonly onLeave?: () => void;
}

/** A line of text of a form: says what is wrong while one types. */
export function TextField<Fields extends FieldValues>({
  control,
  name,
  label,
  hint,
  warning,
  short = false,
  aside,
  onLeave,
  ...input
}: TextFieldProps<Fields>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={ruleWords(fieldState.error)} warning={warning}>
      <div className="flex items-center gap-3">
        <Input
          {...input}
          className={short ? 'w-28 shrink-0' : undefined}
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
        {aside !== undefined && <span className="tabular text-ui text-ink-quiet">{aside}</span>}
      </div>
    </Field>
  );
}
