import type { ReactNode } from 'react';

/** One thing to do to what the page is about: what it is called, what it will do, its button. */
export function DangerRow({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-ui font-medium">{title}</p>
        <p className="text-ui text-ink-quiet">{lead}</p>
      </div>
      {children}
    </li>
  );
}

/** What a question says will happen, a paragraph each. */
export function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}
