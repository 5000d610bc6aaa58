import { i18n } from '#renderer/language/i18n.ts';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import { fieldProblem, tellTrouble } from './trouble.ts';

interface FieldToSave<Value> {
  /** its name in the route's input, where answers point to it */
  readonly field: string;
  /** its name on the screen */
  readonly label: string;
  readonly before: Value;
  readonly value: Value;
  readonly save: (value: Value) => Promise<unknown>;
  /** the engine does not take it: what it says */
  readonly onProblem: (problem: string) => void;
}

/** Saves one field as one leaves it, says so, and offers to take it back. Nothing happens where nothing changed. */
export async function saveOnLeave<Value>({
  field,
  label,
  before,
  value,
  save,
  onProblem,
}: FieldToSave<Value>): Promise<void> {
  if (value === before) return;
  const trouble = (error: unknown) => {
    const problem = fieldProblem(error, field);
    if (problem === undefined) tellTrouble(i18n.t('settings:notSaved', { field: label }), error);
    else onProblem(problem);
  };
  const undo = () => void save(before).catch(trouble);
  await save(value).then(
    () => sayWithUndo(i18n.t('settings:saved', { field: label }), { onUndo: undo }, { id: `saved-${field}` }),
    trouble,
  );
}
