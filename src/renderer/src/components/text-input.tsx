import { Field } from '@base-ui/react/field';
import { Input as Base } from '@base-ui/react/input';
import { type ComponentProps, type Ref, useEffect, useState } from 'react';
import { cn } from './class-names.ts';

/** Of one line and of several. */
const look =
  'w-full min-w-0 rounded-control border border-edge bg-raised px-2.5 text-ui text-ink transition-colors hover:border-ink-quiet focus:border-accent focus-visible:outline-offset-0 disabled:opacity-60 data-invalid:border-urgent';

interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly className?: string;
}

/** One line of text. Inside a `Field` its label, sentence and error are wired to it. */
export function Input({ className, ...rest }: InputProps) {
  return <Base {...rest} className={cn('h-(--control)', look, className)} />;
}

interface SearchInputProps extends Omit<InputProps, 'onChange'> {
  /** what is searched; stands in it too while it is empty */
  readonly label: string;
  readonly onValueChange: (value: string) => void;
}

/** A field whose words narrow what is shown. */
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

/** Milliseconds without a key after which what is typed is searched for. */
const PAUSE = 120;

/** What is typed, once nobody types any more. */
export function useSettled(typed: string): string {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return text;
}

interface TextareaProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly rows: number;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly className?: string;
  /** words for people: the browser may check their spelling */
  readonly isProse?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly onBlur?: () => void;
}

/** Several lines of text; nothing corrects them where they are no prose. Inside a `Field` its label, sentence and error are wired to it. */
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
