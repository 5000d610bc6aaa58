import { cn } from './class-names.ts';
import { ExternalLink, webAddress } from './external-link.tsx';
import { pageName } from './visit-text.ts';

interface PageLinkProps {
  readonly page: { readonly url: string; readonly title?: string | undefined };
  readonly className?: string;
}

/** A page by its title on one line, with the whole of both on hover; linked only if it is on the web. */
export function PageLink({ page, className }: PageLinkProps) {
  const name = pageName(page);
  const whole = name === page.url ? page.url : `${name}\n${page.url}`;
  const href = webAddress(page.url);
  const words = <bdi>{name}</bdi>;
  const look = cn('min-w-0 truncate', className);
  if (href === undefined)
    return (
      <span title={whole} className={look}>
        {words}
      </span>
    );
  return (
    <ExternalLink href={href} what={name} title={whole} className={look}>
      {words}
    </ExternalLink>
  );
}

/** Green while they are there; the words beside it say the same. */
export function PresenceDot({ isThere }: { readonly isThere: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full ${isThere ? 'bg-good' : 'border border-edge bg-transparent'}`}
    />
  );
}
