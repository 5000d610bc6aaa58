import { useTranslation } from 'react-i18next';
import { useNow } from '#renderer/components/time.tsx';
import { isOnSite, type Whereabouts } from '#renderer/rpc/use-visitors.ts';
import { PageLink } from './page-link.tsx';
import { stayText } from './stay-text.ts';

/** Green while they are there; the words beside it say the same. */
export function PresenceDot({ isThere }: { readonly isThere: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full ${isThere ? 'bg-good' : 'border border-edge bg-transparent'}`}
    />
  );
}

/** Where the customer is, in the chat's head: "On the site: Red lamps", "Left 3 min ago". */
export function VisitorLine({ whereabouts }: { readonly whereabouts: Whereabouts | undefined }) {
  return whereabouts === undefined ? null : <Known whereabouts={whereabouts} />;
}

function Known({ whereabouts }: { readonly whereabouts: Whereabouts }) {
  const { t } = useTranslation('visitors');
  const stay = useNow((now) => stayText(whereabouts, now));
  const isThere = isOnSite(whereabouts);
  const { page } = whereabouts.visitor ?? {};
  return (
    <p className="flex min-w-0 items-center gap-1.5">
      <PresenceDot isThere={isThere} />
      <span className="shrink-0">{isThere && page !== undefined ? t('onPage') : stay}</span>
      {isThere && page !== undefined && <PageLink page={page} />}
    </p>
  );
}
