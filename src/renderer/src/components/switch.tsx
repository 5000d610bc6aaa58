import { Switch as Base } from '@base-ui/react/switch';
import { cn } from './class-names.ts';

interface SwitchProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly id?: string;
  /** needed outside a `Field` */
  readonly label?: string;
  readonly className?: string;
}

/** On or off, at once. */
export function Switch({ checked, onCheckedChange, disabled = false, id, label, className }: SwitchProps) {
  return (
    <Base.Root
      id={id}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      aria-label={label}
      className={cn(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50',
        className,
      )}
    >
      <Base.Thumb className="ms-0.5 size-3.5 rounded-full bg-ink-quiet transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4 data-checked:bg-accent-ink" />
    </Base.Root>
  );
}
