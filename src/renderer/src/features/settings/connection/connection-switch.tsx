import type { ConnectionChange } from '#shared/contract/connection.ts';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useSaveConnection } from './use-save-connection.ts';

interface ConnectionSwitchProps {
  /** dotted path of the setting */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly warning?: string | undefined;
  readonly checked: boolean;
  readonly changeTo: (on: boolean) => ConnectionChange;
}

/** One choice about the way in that is on or off, saved at once. */
export function ConnectionSwitch({ name, label, hint, warning, checked, changeTo }: ConnectionSwitchProps) {
  const save = useSaveConnection();
  return (
    <RowField label={label} hint={hint} warning={warning}>
      <Switch
        checked={checked}
        onCheckedChange={(on) => save({ field: name, label, before: checked, value: on, changeTo })}
      />
    </RowField>
  );
}
