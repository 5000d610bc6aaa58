import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { ArrowLeft, ChevronRight, CircleAlert, Info, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { Button, type ButtonProps } from '#renderer/components/button.tsx';
import { EmptyState, type QueryState, retryButton } from '#renderer/components/lists.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';

interface GroupProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** beside the title */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A settings page: a title, a sentence, one column. */
export function Section({ title, lead, action, wide = false, children }: GroupProps & { readonly wide?: boolean }) {
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

/** A group of fields on a page, with its own heading. */
export function Group({ title, lead, action, children }: GroupProps) {
  return (
    <section className="flex flex-col gap-4 border-t pt-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="text-message font-semibold">{title}</h3>
          {lead !== undefined && <p className="mt-0.5 text-ui text-ink-quiet">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

export function BackLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link
      href={href}
      className="-ms-2 flex h-(--control) w-fit items-center gap-1.5 rounded-control px-2 text-ui text-ink-quiet no-underline transition-colors hover:bg-hover hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}

interface NoticeProps {
  readonly tone: 'urgent' | 'attention' | 'neutral';
  readonly title: string;
  readonly children?: ReactNode;
}

const tones = {
  urgent: 'bg-urgent-tint text-urgent',
  attention: 'bg-attention-tint text-attention',
  neutral: 'bg-sunken text-ink-quiet',
} as const;

/** A notice about this page, above everything else. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'neutral' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'urgent' ? 'alert' : 'status'}
      className={cn('flex gap-2.5 rounded-card px-3.5 py-3 text-ui', tones[tone])}
    >
      <Icon aria-hidden className="mt-px size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

export function FieldsSkeleton() {
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

/** In the place of what could not be loaded. */
export function NotLoaded({ of: query }: { readonly of: Pick<QueryState<unknown>, 'error' | 'refetch'> }) {
  const { t } = useTranslation('settings');
  return <EmptyState title={t('loadFailed')} action={retryButton(query)} />;
}

export function Loaded<Answer>({
  of: query,
  children,
}: {
  readonly of: QueryState<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <NotLoaded of={query} /> : <FieldsSkeleton />;
}

export function combineQueries<One, Other>(
  first: QueryState<One>,
  second: QueryState<Other>,
): QueryState<readonly [One, Other]> {
  return {
    data: first.data === undefined || second.data === undefined ? undefined : [first.data, second.data],
    isError: first.isError || second.isError,
    error: first.error ?? second.error,
    refetch: () => Promise.all([first.refetch(), second.refetch()]),
  };
}

interface LinkRowProps {
  readonly href: string;
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  /** details in a line */
  readonly more?: ReactNode;
  /** its state */
  readonly children: ReactNode;
}

/** A list item with its own page. */
export function LinkRow({ href, icon, title, more, children }: LinkRowProps) {
  const isBrief = more === undefined;
  return (
    <Link
      href={href}
      className={cn(
        'flex items-center gap-3 px-4 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2',
        isBrief ? 'min-h-11 py-2' : 'min-h-16 py-2.5',
      )}
    >
      {icon}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-32">
          <span className={cn('block truncate font-medium', isBrief ? 'text-ui' : 'text-message')}>{title}</span>
          {!isBrief && <span className="tabular block truncate text-meta text-ink-quiet">{more}</span>}
        </span>
        {children}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
    </Link>
  );
}

export function AddButton({ children, ...button }: Pick<ButtonProps, 'onClick' | 'ref' | 'children'>) {
  return (
    <Button {...button} variant="primary">
      <Plus aria-hidden className="-ms-1 size-4" />
      {children}
    </Button>
  );
}

/** One action on the page's subject: its name, its consequences, its button. */
export function DangerRow({ title, lead, children }: Omit<GroupProps, 'action'>) {
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

interface ActionRowProps {
  readonly title: string;
  readonly hint: string;
  /** result or state; announced to screen readers when it changes */
  readonly status: ReactNode;
  /** its buttons */
  readonly children: ReactNode;
}

/** An immediate action, with its result below its description. */
export function ActionRow({ title, hint, status, children }: ActionRowProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1 text-ui">
        <p className="font-medium">{title}</p>
        <p className="text-ink-quiet">{hint}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
      <div role="status" className="text-ui empty:hidden">
        {status}
      </div>
    </div>
  );
}
