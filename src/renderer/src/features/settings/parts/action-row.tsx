import type { ReactNode } from 'react';

interface ActionRowProps {
  readonly title: string;
  readonly hint?: string;
  /** what came of it or how it stands; told to screen readers when it changes */
  readonly said: ReactNode;
  /** its buttons */
  readonly children: ReactNode;
}

/** Something to do at once, with what came of it under its sentence. */
export function ActionRow({ title, hint, said, children }: ActionRowProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1 text-ui">
        <p className="font-medium">{title}</p>
        {hint !== undefined && <p className="text-ink-quiet">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
      <div role="status" className="text-ui empty:hidden">
        {said}
      </div>
    </div>
  );
}
