import { Field } from '@base-ui/react/field';
import { Input as Base } from '@base-ui/react/input';
import { type ComponentProps, type KeyboardEvent, type Ref, useEffect, useState } from 'react';
import { cn } from './class-names.ts';

/** Shared by single-line and multi-line inputs. */
const look =
  'w-full min-w-0 rounded-control border border-edge bg-raised px-2.5 text-ui text-ink transition-colors hover:border-ink-quiet focus:border-accent focus-visible:outline-offset-0 disabled:opacity-60 data-invalid:border-urgent';

interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly className?: string;
}

/** A single-line input. Inside a `Field`, label, description and error are wired to it. */
export function Input({ className, ...rest }: InputProps) {
  return <Base {...rest} className={cn('h-(--control)', look, className)} />;
}

interface SearchInputProps extends Omit<InputProps, 'onChange'> {
  /** what is searched; also the placeholder */
  readonly label: string;
  readonly onValueChange: (value: string) => void;
}

/** A search field that filters a list. */
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

interface TextareaProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly rows: number;
  readonly maxLength?: number;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly className?: string;
  /** prose: the browser may check its spelling */
  readonly isProse?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly onBlur?: () => void;
}

/** A multi-line input, not spellchecked unless it is prose. Inside a `Field`, its label and texts are wired to it. */
export function Textarea({ value, onValueChange, rows, className, isProse = false, ...rest }: TextareaProps) {
  return (
    <Field.Control
      value={value}
      onValueChange={onValueChange}
      className={cn('resize-y py-1.5', look, className)}
      render={
        <textarea {...rest} rows={rows} spellCheck={isProse} dir={isProse ? 'auto' : undefined} autoComplete="off" />
      }
    />
  );
}
