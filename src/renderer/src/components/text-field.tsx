import type { ComponentProps, ReactNode, Ref } from 'react';
import { Field, Input, Textarea } from './field.tsx';

/** A text being typed, whether for a form or for a single setting. */
export interface TypedText {
  readonly value: string;
  /** error message */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  /** on blur or Enter */
  readonly onLeave: () => void;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

export interface TextFieldProps extends Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'spellCheck' | 'type'
> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly warning?: string | undefined;
  /** for a number: narrow */
  readonly short?: boolean;
  /** to the right of the control, such as the current value */
  readonly aside?: ReactNode;
}

/** A text input that validates while typing. */
export function TextField({
  typed,
  label,
  hint,
  warning,
  short = false,
  aside,
  ...input
}: TextFieldProps & { readonly typed: TypedText }) {
  return (
    <Field label={label} hint={hint} error={typed.error} warning={warning}>
      <div className="flex items-center gap-3">
        <Input
          {...input}
          className={short ? 'w-28 shrink-0' : undefined}
          ref={typed.ref}
          value={typed.value}
          onChange={(event) => typed.onChange(event.target.value)}
          onBlur={typed.onLeave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') typed.onLeave();
          }}
        />
        <span className="tabular text-ui text-ink-quiet empty:hidden">{aside}</span>
      </div>
    </Field>
  );
}

interface TextAreaProps extends Pick<TextFieldProps, 'label' | 'hint' | 'placeholder'> {
  readonly typed: Omit<TypedText, 'ref'>;
  readonly hideLabel?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line text input that grows with its content. */
export function TextArea({ typed, label, hint, hideLabel, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} hideLabel={hideLabel} error={typed.error}>
      <Textarea
        {...area}
        value={typed.value}
        onValueChange={typed.onChange}
        onBlur={typed.onLeave}
        rows={3}
        isProse
        className="field-sizing-content max-h-72 min-h-20"
      />
    </Field>
  );
}

interface PassphraseFieldProps extends Pick<TypedText, 'value' | 'onChange'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** one that is being chosen */
  readonly isNew?: boolean;
}

/** A passphrase, hidden from onlookers. */
export function PassphraseField({ value, onChange, isNew = false, error, ...line }: PassphraseFieldProps) {
  const typed = { value, error, onChange, onLeave: () => undefined };
  return <TextField {...line} typed={typed} type="password" autoComplete={isNew ? 'new-password' : 'off'} />;
}
