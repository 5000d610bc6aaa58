import type { ConnectionChange } from '#shared/contract/connection.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { SavedSwitch } from '../parts/saved-field.tsx';

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
export function ConnectionSwitch({ name, checked, changeTo, ...line }: ConnectionSwitchProps) {
  const { change } = useWayInChanges();
  return <SavedSwitch {...line} field={name} saved={checked} save={(on) => change.mutateAsync(changeTo(on))} />;
}
