import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeLineProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Something that the owner must know whatever is on the screen; stands above everything while it lasts. */
export function NoticeLine({ title, children }: NoticeLineProps) {
  return (
    <div
      role="alert"
      className="flex min-h-10 shrink-0 items-center justify-center gap-2 border-b bg-attention-tint px-4 py-2 text-ui text-attention"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{title}</strong> {children}
      </span>
    </div>
  );
}
