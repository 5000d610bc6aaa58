import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}

/** Shown where there is nothing to list. */
export function EmptyState({ title, children, icon, action, className }: EmptyStateProps) {
  return (
    <div className={cn('m-auto flex max-w-80 flex-col items-center gap-1 p-6 text-center', className)}>
      {icon !== undefined && (
        <span aria-hidden className="mb-2 text-ink-quiet [&_svg]:size-6">
          {icon}
        </span>
      )}
      <p className="text-message font-medium text-ink">{title}</p>
      {children !== undefined && <div className="text-ui text-ink-quiet">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
