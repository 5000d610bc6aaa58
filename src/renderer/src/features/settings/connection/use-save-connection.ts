import { useTranslation } from 'react-i18next';
import type { ConnectionChange } from '#shared/contract/connection.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';

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
  const { t } = useTranslation('settings');
  const { change } = useWayInChanges();
  return ({ changeTo, ...choice }) =>
    void saveOnLeave({
      ...choice,
      save: (value) => change.mutateAsync(changeTo(value)),
      onProblem: (problem) => sayTrouble(t('notSaved', { field: choice.label }), problem),
    });
}
