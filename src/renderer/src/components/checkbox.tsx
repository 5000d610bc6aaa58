import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  /** description under the label */
  readonly hint?: ReactNode;
  readonly className?: string;
  /** the label */
  readonly children: ReactNode;
}

/** A checkbox; its whole row is clickable. */
export function Checkbox({ checked, onCheckedChange, hint, className, children }: CheckboxProps) {
  return (
    <label className={cn('flex items-start gap-2.5 text-ui text-ink pointer-coarse:py-[13px]', className)}>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        className="mt-px grid size-4 shrink-0 place-items-center rounded-[4px] border border-edge bg-raised text-accent-ink transition-colors data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Indicator className="grid">
          <Check aria-hidden className="size-3" strokeWidth={3} />
        </Base.Indicator>
      </Base.Root>
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="break-words">{children}</span>
        {hint !== undefined && <span className="text-ink-quiet">{hint}</span>}
      </span>
    </label>
  );
}
