import type { DesktopPreferencesChange } from '#shared/contract/desktop.ts';
import { useChangeDesktop } from '#renderer/rpc/use-desktop.ts';
import { saveOnLeave } from '../parts/save-on-leave.ts';

interface Choice<Value> {
  readonly field: string;
  /** its name on the screen */
  readonly label: string;
  readonly before: Value;
  readonly value: Value;
  readonly changeTo: (value: Value) => DesktopPreferencesChange;
}

/** Saves one choice for this computer, says so, and offers to take it back. */
export function useSaveComputer(): <Value>(choice: Choice<Value>) => void {
  const { mutateAsync } = useChangeDesktop();
  return ({ changeTo, ...choice }) =>
    void saveOnLeave({ ...choice, save: (value) => mutateAsync(changeTo(value)), onProblem: () => undefined });
}
