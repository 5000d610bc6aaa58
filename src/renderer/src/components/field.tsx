import { Field as BaseField } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type ComponentProps, useEffect, useState } from 'react';
import { Input as BaseInput } from '@base-ui/react/input';
import { i18n } from '#renderer/language/i18n.ts';
import type Resources from '#shared/locales/resources.d.ts';
import { cn } from './class-names.ts';

/** Keys of texts without holes: `app:away`. */
export type TextKey<Texts = Resources, Before extends string = '', Separator extends string = ':'> = {
  [Key in keyof Texts & string]: Texts[Key] extends `${string}{{${string}`
    ? never
    : Texts[Key] extends string
      ? `${Before}${Key}`
      : TextKey<Texts[Key], `${Before}${Key}${Separator}`, '.'>;
}[keyof Texts & string];

/** Keys of labels that have a hint under the same name: `app:away` and `app:awayHint`. */
export type LabelKey = { [Key in TextKey]: `${Key}Hint` extends TextKey ? Key : never }[TextKey];

/** A field's label and hint, by the label's key. */
export function named(key: LabelKey): { readonly label: string; readonly hint: string } {
  const hint = `${key}Hint` as LabelKey;
  return { label: i18n.t(key), hint: i18n.t(hint) };
}

interface FieldProps {
  readonly label: string;
  /** description below the control */
  readonly hint?: ReactNode;
  /** the error message; marks the control invalid */
  readonly error?: string | undefined;
  /** a warning that does not block saving */
  readonly warning?: string | undefined;
  readonly hideLabel?: boolean;
  readonly className?: string;
  /** one control: Input, Textarea, Select or Switch; ids and descriptions are wired to it */
  readonly children: ReactNode;
}

/** A control with its label, description and error. */
export function Field({ label, hint, error, warning, hideLabel = false, className, children }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className={cn('flex flex-col gap-1.5', className)}>
      <BaseField.Label className={cn('text-ui font-medium text-ink', hideLabel && 'sr-only')}>{label}</BaseField.Label>
      {children}
      {warning !== undefined && error === undefined && <Caution>{warning}</Caution>}
      <BaseField.Error match={error !== undefined} className="flex gap-1.5 text-ui text-urgent">
        <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
        <span className="min-w-0 break-words">{error}</span>
      </BaseField.Error>
      {hint !== undefined && <BaseField.Description className="text-ui text-ink-quiet">{hint}</BaseField.Description>}
    </BaseField.Root>
  );
}

/** A control to the right of its label and description, such as a switch. */
export function RowField({
  label,
  hint,
  warning,
  disabled = false,
  children,
}: Omit<FieldProps, 'error' | 'hideLabel' | 'className'> & { readonly disabled?: boolean }) {
  return (
    <BaseField.Root disabled={disabled} className="flex items-start justify-between gap-6">
      <div className="flex min-w-0 flex-col gap-1">
        <BaseField.Label className="text-ui font-medium text-ink">{label}</BaseField.Label>
        {hint !== undefined && <BaseField.Description className="text-ui text-ink-quiet">{hint}</BaseField.Description>}
        {warning !== undefined && <Caution>{warning}</Caution>}
      </div>
      {children}
    </BaseField.Root>
  );
}

function Caution({ children }: { readonly children: ReactNode }) {
  return (
    <p className="mt-1 flex gap-1.5 rounded-control bg-attention-tint px-2.5 py-2 text-ui text-attention">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Shared by single-line and multi-line inputs. */
const look =
  'w-full min-w-0 rounded-control border border-edge bg-raised px-2.5 text-ui text-ink transition-colors hover:border-ink-quiet focus:border-accent focus-visible:outline-offset-0 disabled:opacity-60 data-invalid:border-urgent';

/** A single-line input. Inside a `Field`, label, description and error are wired to it. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <BaseInput {...rest} className={cn('h-(--control)', look, className)} />;
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** subject of the search; also the placeholder */
  readonly label: string;
  readonly onValueChange: (value: string) => void;
}

export function SearchInput({ label, onValueChange, ...rest }: SearchInputProps) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onValueChange(target.value)}
      {...rest}
    />
  );
}

/** Milliseconds without a key press before the search runs. */
const DEBOUNCE = 120;

/** The typed text, once typing pauses. */
export function useDebounced(typed: string): string {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed]);
  return text;
}

interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'spellCheck' | 'dir' | 'autoComplete'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly rows: number;
  /** prose: the browser may check its spelling */
  readonly isProse?: boolean;
}

/** A multi-line input, not spellchecked unless it is prose. Inside a `Field`, its label and texts are wired to it. */
export function Textarea({ value, onValueChange, rows, className, isProse = false, ...rest }: TextareaProps) {
  return (
    <BaseField.Control
      value={value}
      onValueChange={onValueChange}
      className={cn('resize-y py-1.5', look, className)}
      render={
        <textarea {...rest} rows={rows} spellCheck={isProse} dir={isProse ? 'auto' : undefined} autoComplete="off" />
      }
    />
  );
}

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  readonly label: string;
  /** `2026-11-21`; empty: none */
  readonly onValueChange: (day: string) => void;
}

/** A day, with its label beside it; above it where there is little room. */
export function DayInput({ label, onValueChange, ...input }: DayInputProps) {
  return (
    <label className="flex items-center gap-1.5 text-ui text-ink-quiet max-[480px]:min-w-0 max-[480px]:flex-1 max-[480px]:flex-col max-[480px]:items-stretch">
      {label}
      <Input
        type="date"
        {...input}
        onChange={({ target }) => onValueChange(target.value)}
        className="w-34 max-[480px]:w-full"
      />
    </label>
  );
}
