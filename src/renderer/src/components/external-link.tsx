import { ExternalLink as Icon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyles } from './button.tsx';
import { cn } from './class-names.ts';

interface ExternalLinkProps {
  readonly href: string;
  /** accessible name; left out where the text suffices */
  readonly what?: string;
  readonly look?: 'link' | 'button' | 'words';
  readonly title?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that opens in the browser. */
export function ExternalLink({ href, what, look = 'link', title, className, children }: ExternalLinkProps) {
  const { t } = useTranslation();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={title ?? (look === 'words' ? href : undefined)}
      aria-label={what && t('opensInBrowser', { what })}
      className={cn(
        { link: undefined, button: buttonStyles({ size: 'sm' }), words: 'text-current underline decoration-1' }[look],
        className,
      )}
    >
      {children}
      {look === 'button' && <Icon aria-hidden className="size-3.5" />}
    </a>
  );
}
