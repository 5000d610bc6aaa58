import { Field as Base } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

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
    <Base.Root invalid={error !== undefined} className={cn('flex flex-col gap-1.5', className)}>
      <Base.Label className={cn('text-ui font-medium text-ink', hideLabel && 'sr-only')}>{label}</Base.Label>
      {children}
      {warning !== undefined && error === undefined && <Caution>{warning}</Caution>}
      <Base.Error match={error !== undefined} className="flex gap-1.5 text-ui text-urgent">
        <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
        <span className="min-w-0 break-words">{error}</span>
      </Base.Error>
      {hint !== undefined && <Base.Description className="text-ui text-ink-quiet">{hint}</Base.Description>}
    </Base.Root>
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
    <Base.Root disabled={disabled} className="flex items-start justify-between gap-6">
      <div className="flex min-w-0 flex-col gap-1">
        <Base.Label className="text-ui font-medium text-ink">{label}</Base.Label>
        {hint !== undefined && <Base.Description className="text-ui text-ink-quiet">{hint}</Base.Description>}
        {warning !== undefined && <Caution>{warning}</Caution>}
      </div>
      {children}
    </Base.Root>
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
