import { Switch as Base } from '@base-ui/react/switch';

interface SwitchProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** Takes effect at once; inside a `Field`, which labels it. */
export function Switch({ checked, onCheckedChange, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      className="relative inline-flex h-5 w-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-3.25 pointer-coarse:after:content-[''] shrink-0 items-center rounded-full border border-edge bg-sunken transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb className="ms-0.5 size-3.5 rounded-full bg-ink-quiet transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4 data-checked:bg-accent-ink" />
    </Base.Root>
  );
}
