import { useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { z } from 'zod';
import { type LabelKey, named, RowField, Field, Input, Textarea, type TextKey } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { notifyError, notify, notifyFailure, undoAction } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { ruleText } from '#renderer/language/rules.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { Select } from '#renderer/components/select.tsx';

export interface SavedField<Value> {
  /** its name in the route's input, as in an answer's issues */
  readonly field: string;
  /** its label */
  readonly label: string;
  readonly saved: Value;
  readonly save: (value: Value) => Promise<unknown>;
}

/** The same as `named` of a text that may have no hint, or not be there. */
export function textsOf(key: string): Partial<ReturnType<typeof named>> {
  const label = key as LabelKey;
  if (i18n.exists(`${key}Hint`)) return named(label);
  return i18n.exists(key) ? { label: i18n.t(label) } : {};
}

interface FieldsOptions<Prefix, Rules> {
  /** the labels' keys without the fields' names: `settings:computer.` */
  readonly texts?: Prefix;
  /** the fields' rules in the contract */
  readonly rules?: Rules;
}

type TextsOf<Key> = Key extends LabelKey ? ReturnType<typeof named> : Key extends TextKey ? { label: string } : object;
type RuleOf<Rules, Name> = Name extends keyof Rules
  ? { readonly rule: Rules[Name] extends { unwrap: () => infer Inner } ? Inner : Rules[Name] }
  : object;

/** Props for saved fields of a record, each saved under its own name, with its texts and its rule. */
export function fieldsOf<Saved extends object, Prefix extends string = '', Rules extends object = object>(
  saved: Saved,
  save: (change: Partial<Saved>) => Promise<unknown>,
  { texts, rules }: FieldsOptions<Prefix, Rules> = {},
) {
  return <Name extends keyof Saved & string>(field: Name) => {
    const rule: unknown = rules && Reflect.get(rules, field);
    return {
      field,
      saved: saved[field],
      save: (value: Saved[Name]) => save({ [field]: value } as unknown as Partial<Saved>),
      ...(texts !== undefined && textsOf(texts + field)),
      rule: rule instanceof z.ZodOptional || rule instanceof z.ZodDefault ? rule.unwrap() : rule,
    } as unknown as Omit<SavedField<Saved[Name]>, 'label'> & TextsOf<`${Prefix}${Name}`> & RuleOf<Rules, Name>;
  };
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

interface SavedTextField extends SavedField<string> {
  readonly rule: z.ZodType<string, string>;
}

/** A text saved on blur. Changes from other windows or from Undo appear unless the text is being edited. */
export function useSavedText({ field, label, saved, rule, save }: SavedTextField): TypedText {
  const [{ value, base, seen }, set] = useState({ value: saved, base: saved, seen: saved });
  const [refused, setRefused] = useState<string>();
  if (seen !== saved) set({ value: value === base ? saved : value, base: saved, seen: saved });
  const read = rule.safeParse(value, { error: fieldRule });
  const onLeave = async (): Promise<void> => {
    if (value === base || !read.success) return;
    set((now) => ({ ...now, value: read.data }));
    const isSaved = await saveField({ field, label, saved, value: read.data, save, onProblem: setRefused });
    if (isSaved) set((now) => ({ ...now, base: read.data }));
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
export function SavedText({ field, saved, rule, save, ...line }: TextLineProps & SavedTextField) {
  return <TextLine {...line} typed={useSavedText({ field, label: line.label, saved, rule, save })} />;
}

/** A multi-line text saved on blur. */
export function SavedArea({ label, hint, ...setting }: Pick<TextLineProps, 'hint'> & SavedTextField) {
  return <TextArea label={label} hint={hint} typed={useSavedText({ label, ...setting })} />;
}

interface SavedNumberProps extends Omit<TextLineProps, 'inputMode' | 'short'>, SavedField<number> {
  readonly rule: z.ZodType<number>;
}

/** A whole number saved on blur. */
export function SavedNumber({ saved, rule, save, ...line }: SavedNumberProps) {
  return (
    <SavedText
      {...line}
      saved={String(saved)}
      rule={typedNumber(rule)}
      save={(typed) => save(Number(typed))}
      inputMode="numeric"
      autoComplete="off"
      short
    />
  );
}

/** A whole number as typed, within a number rule. */
export function typedNumber(rule: z.ZodType<number>): z.ZodType<string, string> {
  return z
    .string()
    .trim()
    .superRefine((typed, context) => {
      if (!/^\d+$/.test(typed)) {
        context.addIssue({ code: 'custom', message: i18n.t('settings:wholeNumber') });
        return;
      }
      const problem = rule.safeParse(Number(typed), { error: fieldRule }).error?.issues[0];
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
    })
    .transform((typed) => String(Number(typed)));
}

interface SavedSwitchProps extends SavedField<boolean> {
  readonly hint?: string | undefined;
  readonly warning?: string | undefined;
  readonly disabled?: boolean;
  /** why it has no effect: it is shown as off then, whatever is saved */
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

/** A text being typed, whether for a form or for a single setting. */
export interface TypedText {
  readonly value: string;
  /** error message */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  /** on blur or Enter */
  readonly onLeave: () => void;
  readonly name?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export interface TextLineProps extends Pick<
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
export function TextLine({
  typed,
  label,
  hint,
  warning,
  short = false,
  aside,
  ...input
}: TextLineProps & { readonly typed: TypedText }) {
  return (
    <Field label={label} hint={hint} error={typed.error} warning={warning}>
      <div className="flex items-center gap-3">
        <Input
          {...input}
          className={short ? 'w-28 shrink-0' : undefined}
          ref={typed.ref}
          name={typed.name}
          value={typed.value}
          onChange={(event) => typed.onChange(event.target.value)}
          onBlur={typed.onLeave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') typed.onLeave();
          }}
        />
        <Aside>{aside}</Aside>
      </div>
    </Field>
  );
}

function Aside({ children }: Pick<ComponentProps<'span'>, 'children'>) {
  return <span className="tabular text-ui text-ink-quiet empty:hidden">{children}</span>;
}

interface TextAreaProps extends Pick<TextLineProps, 'label' | 'hint' | 'placeholder' | 'aside'> {
  readonly typed: Omit<TypedText, 'ref'>;
  readonly hideLabel?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line text input that grows with its content. */
export function TextArea({ typed, label, hint, hideLabel, aside, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} hideLabel={hideLabel} error={typed.error}>
      <div className="flex items-start gap-3">
        <Textarea
          {...area}
          value={typed.value}
          onValueChange={typed.onChange}
          onBlur={typed.onLeave}
          rows={3}
          isProse
          className="field-sizing-content max-h-72 min-h-20"
        />
        <Aside>{aside}</Aside>
      </div>
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
  return <TextLine {...line} typed={typed} type="password" autoComplete={isNew ? 'new-password' : 'off'} />;
}
