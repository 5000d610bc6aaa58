import { useTranslation } from 'react-i18next';
import { PageLink, PresenceDot, stayText } from '#renderer/components/page-link.tsx';
import { useNow } from '#renderer/components/dates.tsx';
import { isOnSite, type Whereabouts } from '#renderer/rpc/use-directory.ts';

/** Where the customer is, in the chat's head: "On the site: Red lamps", "Left 3 min ago". */
export function VisitorLine({ whereabouts }: { readonly whereabouts: Whereabouts | undefined }) {
  return whereabouts === undefined ? null : <Known whereabouts={whereabouts} />;
}

function Known({ whereabouts }: { readonly whereabouts: Whereabouts }) {
  const { t } = useTranslation('website');
  const stay = useNow((now) => stayText(whereabouts.visitor, now));
  const isThere = isOnSite(whereabouts);
  const { page } = whereabouts.visitor ?? {};
  return (
    <p className="flex min-w-0 items-center gap-1.5">
      <PresenceDot isThere={isThere} />
      <span className="shrink-0">{isThere && page !== undefined ? t('visitors.onPage') : stay}</span>
      {isThere && page !== undefined && <PageLink page={page} />}
    </p>
  );
}
