import type { ReactNode } from 'react';
import { BrandMark } from '#renderer/components/brand-mark.tsx';

interface FrameProps {
  readonly title: string;
  readonly lead: string;
  readonly children?: ReactNode;
}

/** A page of its own, without the console around it. */
export function Frame({ title, lead, children }: FrameProps) {
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-sunken p-4 sm:p-6">
      <div className="my-auto flex w-full max-w-[460px] flex-col gap-5 rounded-card border bg-raised p-7">
        <BrandMark />
        <div role="status">
          <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
          <p className="mt-1 text-message text-ink-quiet wrap-anywhere">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
