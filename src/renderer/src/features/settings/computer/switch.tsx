import type { DesktopPreferencesChange } from '#shared/contract/desktop.ts';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useSaveComputer } from './use-save-computer.ts';

interface ComputerSwitchProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly changeTo: (on: boolean) => DesktopPreferencesChange;
}

/** One choice for this computer that is on or off. */
export function ComputerSwitch({ name, label, hint, checked, disabled = false, changeTo }: ComputerSwitchProps) {
  const save = useSaveComputer();
  return (
    <RowField label={label} hint={hint} disabled={disabled}>
      <Switch
        checked={checked}
        disabled={disabled}
        onCheckedChange={(on) => save({ field: name, label, before: checked, value: on, changeTo })}
      />
    </RowField>
  );
}
