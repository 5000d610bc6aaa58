import type { ConnectionChange } from '#shared/contract/connection.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { saveField } from '../parts/saved-field.tsx';

interface Choice<Value> {
  /** dotted path of the setting */
  readonly field: string;
  /** its name on the screen */
  readonly label: string;
  readonly before: Value;
  readonly value: Value;
  readonly changeTo: (value: Value) => ConnectionChange;
}

/** Saves one choice about the way in, says so, and offers to take it back. */
export function useSaveConnection(): <Value>(choice: Choice<Value>) => void {
  const { change } = useWayInChanges();
  return ({ changeTo, before, ...choice }) =>
    void saveField({ ...choice, saved: before, save: (value) => change.mutateAsync(changeTo(value)) });
}
