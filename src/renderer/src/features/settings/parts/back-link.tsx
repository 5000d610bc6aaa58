import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';

/** Leads from the page of one to the list of all. */
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
