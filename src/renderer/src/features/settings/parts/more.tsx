import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface MoreProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Rarely needed settings, collapsed. */
export function More({ label, className, children }: MoreProps) {
  return (
    <Collapsible.Root className={className}>
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {label}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-2">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}

/** Settings for developers of the website or bot, collapsed. */
export function ForDevelopers({ children }: Pick<MoreProps, 'children'>) {
  const { t } = useTranslation('settings');
  return (
    <More label={t('forDevelopers')} className="border-t pt-3">
      {children}
    </More>
  );
}
