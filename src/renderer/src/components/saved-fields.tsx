import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import { i18n } from '#renderer/language/i18n.ts';
import { ruleText } from '#renderer/language/rules.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { fieldRule, rule as ruleOf } from '#shared/domain/phrase.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { Field, type LabelKey, named, RowField, type TextKey } from './field.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextArea, TextField, type TextFieldProps, type TypedText } from './text-field.tsx';
import { notify, notifyError, notifyFailure, undoAction } from './toaster.tsx';

/** A setting that is saved by itself. */
export interface SavedField<Value> {
  /** its path in the route's input, as in an answer's issues: `own.publicUrl` */
  readonly field: string;
  readonly label: string;
  readonly saved: Value;
  readonly save: (value: Value) => Promise<unknown>;
}

interface FieldsOptions<Prefix, Rules> {
  /** the labels' keys without the fields' names: `settings:computer.` */
  readonly texts?: Prefix;
  /** the fields' rules in the contract */
  readonly rules?: Rules;
  /** the record's path in the route's input: `own.` */
  readonly within?: string;
}

type TextsOf<Key> = Key extends LabelKey ? ReturnType<typeof named> : Key extends TextKey ? { label: string } : object;
type RuleOf<Rules, Name> = Name extends keyof Rules
  ? { readonly rule: Rules[Name] extends { unwrap: () => infer Inner } ? Inner : Rules[Name] }
  : object;

/** Props for saved fields of a record, each saved under its own name, with its texts and its rule. */
export function fieldsOf<Saved extends object, Prefix extends string = '', Rules extends object = object>(
  saved: Saved,
  save: (change: Partial<Saved>) => Promise<unknown>,
  { texts, rules, within = '' }: FieldsOptions<Prefix, Rules> = {},
) {
  return <Name extends keyof Saved & string>(name: Name) => {
    const rule: unknown = rules && Reflect.get(rules, name);
    return {
      field: within + name,
      saved: saved[name],
      save: (value: Saved[Name]) => save({ [name]: value } as unknown as Partial<Saved>),
      ...(texts !== undefined && textsOf(texts + name)),
      rule: rule instanceof z.ZodOptional || rule instanceof z.ZodDefault ? rule.unwrap() : rule,
    } as unknown as Omit<SavedField<Saved[Name]>, 'label'> & TextsOf<`${Prefix}${Name}`> & RuleOf<Rules, Name>;
  };
}

/** The same as `named` of a text that may have no hint, or not be there. */
function textsOf(key: string): Partial<ReturnType<typeof named>> {
  const label = key as LabelKey;
  if (i18n.exists(`${key}Hint`)) return named(label);
  return i18n.exists(key) ? { label: i18n.t(label) } : {};
}

/** The text of an error about one field; undefined if it concerns something else. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ContractError)) return undefined;
  return error.issues?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}

interface FieldToSave<Value> extends SavedField<Value> {
  readonly value: Value;
  /** handles the engine's refusal; left out: a toast */
  readonly onProblem?: (problem: string) => void;
}

/** Saves one field at once, confirms it, and offers an undo. Skips unchanged values; returns whether it is saved. */
export async function saveField<Value>({
  field,
  label,
  saved,
  value,
  save,
  onProblem = (problem) => notifyError(i18n.t('settings:notSaved', { field: label }), problem),
}: FieldToSave<Value>): Promise<boolean> {
  if (value === saved) return true;
  const trouble = (error: unknown): false => {
    const problem = fieldProblem(error, field);
    if (problem === undefined) notifyFailure(i18n.t('settings:notSaved', { field: label }), error);
    else onProblem(problem);
    return false;
  };
  const undo = () => void save(saved).catch(trouble);
  return save(value).then(() => {
    notify(i18n.t('settings:saved', { field: label }), { id: `saved-${field}`, action: undoAction(undo) });
    return true;
  }, trouble);
}

/** A whole number as typed, within a number's rule. */
export function numberText(rule: z.ZodType<number, number>): z.ZodType<number, string> {
  return z.string().trim().regex(/^\d+$/, ruleOf('errors:rules.whole')).transform(Number).pipe(rule);
}

/** A text that may be missing; empty as typed. */
export function optionalText(rule: z.ZodType<string | null, string | null>): z.ZodType<string | null, string> {
  return z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? null : typed))
    .pipe(rule);
}

/** A list as typed, separated by commas or spaces: `127.0.0.1, 10.0.0.0/8`. */
export function listText(rule: z.ZodType<string[], string[]>): z.ZodType<string[], string> {
  return z
    .string()
    .transform((typed) => typed.split(/[\s,]+/).filter((word) => word !== ''))
    .pipe(rule);
}

/** Value saved for a text. */
type Entered = string | number | null | readonly string[];

function textOf(value: Entered): string {
  return typeof value === 'object' ? (value ?? []).join(', ') : String(value);
}

interface SavedTextField<Value extends Entered> extends SavedField<Value> {
  /** of the text as typed */
  readonly rule: z.ZodType<Value, string>;
}

/** A text saved on blur. Changes from other windows or from Undo appear unless the text is being edited. */
export function useSavedText<Value extends Entered>({ rule, ...setting }: SavedTextField<Value>): TypedText {
  const saved = textOf(setting.saved);
  const [{ value, base, seen }, set] = useState({ value: saved, base: saved, seen: saved });
  const [refused, setRefused] = useState<string>();
  if (seen !== saved) set({ value: value === base ? saved : value, base: saved, seen: saved });
  const read = rule.safeParse(value, { error: fieldRule });
  const onLeave = async (): Promise<void> => {
    if (value === base || !read.success) return;
    const text = textOf(read.data);
    set((now) => ({ ...now, value: text }));
    const isSaved = text === saved || (await saveField({ ...setting, value: read.data, onProblem: setRefused }));
    if (isSaved) set((now) => ({ ...now, base: text }));
  };
  return {
    value,
    error: value === base ? undefined : read.success ? refused : ruleText(read.error.issues[0]),
    onChange: (text) => {
      setRefused(undefined);
      set((now) => ({ ...now, value: text }));
    },
    onLeave: () => void onLeave(),
  };
}

/** A text input saved on blur. */
export function SavedText<Value extends Entered>({
  field,
  saved,
  rule,
  save,
  ...line
}: TextFieldProps & SavedTextField<Value>) {
  return <TextField {...line} typed={useSavedText({ field, label: line.label, saved, rule, save })} />;
}

/** A multi-line text saved on blur. */
export function SavedArea({ label, hint, ...setting }: Pick<TextFieldProps, 'hint'> & SavedTextField<string>) {
  return <TextArea label={label} hint={hint} typed={useSavedText({ label, ...setting })} />;
}

interface SavedNumberProps extends Omit<TextFieldProps, 'inputMode' | 'short'>, SavedField<number> {
  readonly rule: z.ZodType<number, number>;
}

/** A whole number saved on blur. */
export function SavedNumber({ rule, ...setting }: SavedNumberProps) {
  return <SavedText {...setting} rule={numberText(rule)} inputMode="numeric" autoComplete="off" short />;
}

interface SavedSwitchProps extends SavedField<boolean> {
  readonly hint?: string | undefined;
  readonly warning?: string | undefined;
  readonly disabled?: boolean;
  /** reason why it has no effect: it is shown as off then, whatever is saved */
  readonly unavailable?: string | undefined;
}

/** A switch saved at once. */
export function SavedSwitch({ hint, warning, unavailable, disabled = false, ...setting }: SavedSwitchProps) {
  const { label, saved } = setting;
  const isAvailable = unavailable === undefined;
  const isFixed = disabled || !isAvailable;
  return (
    <RowField label={label} hint={unavailable ?? hint} warning={isAvailable ? warning : undefined} disabled={isFixed}>
      <Switch
        checked={saved && isAvailable}
        disabled={isFixed}
        onCheckedChange={(value) => void saveField({ ...setting, value })}
      />
    </RowField>
  );
}

interface SavedSelectProps<Value extends string> extends SavedField<Value> {
  readonly hint?: string | undefined;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly className?: string;
}

/** A choice saved at once. */
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

type CardsProps<Value extends string> = Pick<
  ComponentProps<typeof ChoiceCards<Value>>,
  'choices' | 'className' | 'hideLabel'
>;

/** A choice among a few with descriptions, saved at once. */
export function SavedCards<Value extends string>({
  choices,
  className,
  hideLabel,
  ...setting
}: SavedField<Value> & CardsProps<Value>) {
  return (
    <ChoiceCards
      {...{ choices, className, hideLabel }}
      label={setting.label}
      value={setting.saved}
      onChoose={(value) => void saveField({ ...setting, value })}
    />
  );
}
