import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { saveField, type SavedField } from './saved-field.tsx';

interface SavedSelectProps<Value extends string> extends SavedField<Value> {
  readonly hint?: string | undefined;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly className?: string;
}

/** One of several, saved at once. */
export function SavedSelect<Value extends string>({
  hint,
  choices,
  className = 'self-start',
  ...setting
}: SavedSelectProps<Value>) {
  return (
    <Field label={setting.label} hint={hint}>
      <Select
        value={setting.saved}
        className={className}
        choices={choices}
        onValueChange={(value) => void saveField({ ...setting, value })}
      />
    </Field>
  );
}
