import type { ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** beside the title */
  readonly action?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page of the settings: its title, one sentence, one column. */
export function Section({ title, lead, action, wide = false, children }: SectionProps) {
  return (
    <div className={cn('flex w-full flex-col gap-6', wide ? 'max-w-[840px]' : 'max-w-[560px]')}>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-title font-semibold break-words">{title}</h2>
          {lead !== undefined && <p className="mt-0.5 text-ui text-ink-quiet">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** beside the heading */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A group of fields inside a page, under a heading of its own. */
export function Group({ title, lead, action, children }: GroupProps) {
  return (
    <section className="flex flex-col gap-4 border-t pt-5">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="text-message font-semibold">{title}</h3>
          {lead !== undefined && <p className="mt-0.5 text-ui text-ink-quiet">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
