import { useTranslation } from 'react-i18next';
import { useId } from 'react';
import { Link } from 'wouter';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';
import type { CustomerHit } from '#shared/contract/search.ts';
import { Marked } from './marked.tsx';

interface CustomerResultsProps {
  readonly customers: readonly CustomerHit[];
  readonly channelName: (id: string) => string;
  /** undefined where all are shown */
  readonly onMore: (() => void) | undefined;
}

/** Customers that were found, each leading to the latest chat. */
export function CustomerResults({ customers, channelName, onMore }: CustomerResultsProps) {
  const { t } = useTranslation('inbox');
  const title = useId();
  if (customers.length === 0) return null;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2">
      <h2 id={title} className="text-ui font-semibold text-ink-quiet">
        {t('search.customersTitle')}
      </h2>
      <ul className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised">
        {customers.map((hit) => (
          <li key={hit.chat.customer.id}>
            <FaultBoundary part="row" of={[hit]}>
              <CustomerRow hit={hit} channelName={channelName(hit.chat.channelId)} />
            </FaultBoundary>
          </li>
        ))}
      </ul>
      {onMore !== undefined && (
        <Button size="sm" variant="quiet" className="self-start" onClick={onMore}>
          {t('search.moreCustomers')}
        </Button>
      )}
    </section>
  );
}

function CustomerRow({ hit, channelName }: { readonly hit: CustomerHit; readonly channelName: string }) {
  const { t } = useTranslation('inbox');
  const { chat, name, phone, email, externalId } = hit;
  const { customer } = chat;
  const photo = useCustomerPhoto(customer);
  const others = [phone, email, externalId].filter((field) => field !== undefined);
  return (
    <Link
      href={`/chat/${chat.id}`}
      data-result={`customer-${customer.id}`}
      className="flex min-h-12 items-center gap-3 px-4 py-2 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Avatar name={customer.name} seed={customer.id} photo={photo} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-ui font-medium">
          {name === undefined ? (customer.name ?? t('search.visitor')) : <Marked text={name} />}
        </bdi>
        <span className="flex flex-wrap gap-x-3 text-meta text-ink-quiet">
          {others.map((field, index) => (
            <bdi key={index} className="min-w-0 truncate">
              <Marked text={field} />
            </bdi>
          ))}
          <span className="min-w-0 truncate">{channelName}</span>
        </span>
      </span>
      <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />
    </Link>
  );
}
