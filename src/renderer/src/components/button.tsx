import { Button as BaseButton } from '@base-ui/react/button';
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { Spinner } from './progress.tsx';
import { Tooltip } from './popups.tsx';

/** Button classes, for components that render their own element. */
export const buttonStyles = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none transition-colors data-disabled:opacity-50 aria-disabled:opacity-50',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-ink not-data-disabled:hover:bg-accent-strong',
        outline: 'border border-edge bg-raised text-ink not-data-disabled:hover:bg-hover',
        quiet: 'text-ink not-data-disabled:hover:bg-hover data-popup-open:bg-hover',
        danger: 'bg-urgent text-urgent-ink not-data-disabled:hover:bg-urgent-strong',
      },
      size: {
        sm: 'h-(--control-small) px-2.5 text-meta',
        md: 'h-(--control) px-3 text-ui',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** in progress: shows a spinner, keeps width and focus, ignores presses */
  readonly pending?: boolean;
}

/** A button; `type` defaults to `button`. */
export function Button({
  variant,
  size,
  pending = false,
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      type={rest.type ?? 'button'}
      disabled={disabled || pending}
      focusableWhenDisabled={pending}
      aria-busy={pending || undefined}
      className={cn(buttonStyles({ variant, size }), className)}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={cn('inline-flex items-center gap-2', pending && 'opacity-0')}>{children}</span>
    </BaseButton>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'pending'> {
  /** accessible name and tooltip */
  readonly label: string;
  readonly icon: ReactNode;
  /** its shortcut, shown in the tooltip */
  readonly shortcut?: string | undefined;
  readonly tooltipSide?: 'top' | 'bottom' | 'inline-end';
}

/** A square icon button. */
export function IconButton({
  label,
  icon,
  shortcut,
  tooltipSide,
  variant = 'quiet',
  size,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} side={tooltipSide}>
      <BaseButton
        {...rest}
        type={rest.type ?? 'button'}
        focusableWhenDisabled
        aria-label={label}
        className={cn(
          buttonStyles({ variant, size }),
          size === 'sm' ? 'w-(--control-small) px-0' : 'w-(--control) px-0',
          '[&_svg]:size-4',
          className,
        )}
      >
        {icon}
      </BaseButton>
    </Tooltip>
  );
}
