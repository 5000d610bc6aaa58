import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** Turns while something is under way; says nothing by itself, so put words beside it. */
export function Spinner({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />;
}
