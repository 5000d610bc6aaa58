import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { sinceWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useContactChanges } from '#renderer/rpc/use-contacts.ts';
import type { Contact, ContactCustomer } from '#shared/contract/contacts.ts';
import { externalIdWords } from './external-id.ts';

/** The customers who were merged into a contact, each with what its own system says, to separate again. */
export function MergedCustomers({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('contact');
  const merged = contact.customers.flatMap((customer) =>
    customer.merged === undefined ? [] : [{ customer, merged: customer.merged }],
  );
  if (merged.length === 0) return null;
  return (
    <section aria-labelledby="merged-from" className="flex flex-col gap-1">
      <h3 id="merged-from" className="text-meta text-ink-quiet">
        {t('card.mergedFrom')}
      </h3>
      <ul className="flex flex-col gap-2">
        {merged.map((each) => (
          <li key={each.customer.customerId}>
            <Merged {...each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Merged({
  customer,
  merged,
}: {
  readonly customer: ContactCustomer;
  readonly merged: NonNullable<ContactCustomer['merged']>;
}) {
  const { t } = useTranslation('contact');
  const { separate } = useContactChanges();
  const channelName = useChannelName(customer.channelId);
  const date = useTicking((now) => sinceWords(merged.at, now));
  const name = customer.name ?? t('card.visitor');
  const takeBack = (): void =>
    separate.mutate(customer.customerId, {
      onSuccess: () => say(t('card.separated', { name })),
      onError: (error) => sayTrouble(t('card.notSeparated'), error.message),
    });
  return (
    <div className="flex items-start gap-2 text-ui">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        {[customer.phone, customer.email]
          .filter((text) => text !== undefined)
          .map((text) => (
            <p key={text}>
              <bdi>{text}</bdi>
            </p>
          ))}
        <p className="text-meta text-ink-quiet">
          {t('card.via', { channel: channelName, id: externalIdWords(customer.externalId) })}
        </p>
        <p className="text-meta text-ink-quiet">{t('card.mergedBy', { operator: merged.by, date })}</p>
      </div>
      <Button size="sm" pending={separate.isPending} onClick={takeBack} aria-label={t('card.separateOf', { name })}>
        {t('card.separate')}
      </Button>
    </div>
  );
}

/** The name of a channel, also of one that is not there any more. */
export function useChannelName(channelId: string): string {
  const { t } = useTranslation('contact');
  const channels = useChannels().data;
  return channels?.find(({ id }) => id === channelId)?.name ?? (channels === undefined ? '' : t('card.removedChannel'));
}
