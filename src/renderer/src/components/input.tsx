import { Input as Base } from '@base-ui/react/input';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

const look =
  'h-(--control) w-full min-w-0 rounded-control border border-edge bg-raised px-2.5 text-ui text-ink transition-colors hover:border-ink-quiet focus:border-accent focus-visible:outline-offset-0 disabled:opacity-60 data-invalid:border-urgent';

interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly className?: string;
}

/** One line of text. Inside a `Field` its label, sentence and error are wired to it. */
export function Input({ className, ...rest }: InputProps) {
  return <Base {...rest} className={cn(look, className)} />;
}
