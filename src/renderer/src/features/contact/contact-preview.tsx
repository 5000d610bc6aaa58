import { useTranslation } from 'react-i18next';
import { Avatar } from '#renderer/components/avatar.tsx';
import { TagChip } from '#renderer/components/tag-chip.tsx';
import type { Contact, ContactCustomer } from '#shared/contract/contacts.ts';
import { externalIdWords } from './external-id.ts';
import { useChannelName } from './merged-customers.tsx';

/** What is known of a contact, in a few lines. */
export function ContactPreview({ title, contact }: { readonly title: string; readonly contact: Contact }) {
  const { t } = useTranslation('contact');
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-card border bg-sunken p-3 text-ui">
      <h3 className="text-meta text-ink-quiet">{title}</h3>
      <ContactLine contact={contact} />
      {contact.tags.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {contact.tags.map((name) => (
            <TagChip key={name} name={name} />
          ))}
        </div>
      )}
      <p className="line-clamp-3 wrap-anywhere whitespace-pre-wrap text-ink-quiet" dir="auto">
        {contact.notes === '' ? t('card.noNotes') : contact.notes}
      </p>
    </section>
  );
}

/** A contact with whom they write as. */
export function ContactLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('contact');
  return (
    <span className="flex min-w-0 items-start gap-2.5 text-ui">
      <Avatar name={contact.name} seed={contact.id} size={32} />
      <span className="flex min-w-0 flex-1 flex-col wrap-anywhere">
        <bdi className="font-medium">{contact.name ?? t('card.visitor')}</bdi>
        {[contact.phone, contact.email]
          .filter((text) => text !== undefined)
          .map((text) => (
            <bdi key={text}>{text}</bdi>
          ))}
        {contact.customers.map((customer) => (
          <CustomerOfContact key={customer.customerId} customer={customer} />
        ))}
      </span>
    </span>
  );
}

function CustomerOfContact({ customer }: { readonly customer: ContactCustomer }) {
  const { t } = useTranslation('contact');
  return (
    <span className="text-meta text-ink-quiet">
      {t('card.via', { channel: useChannelName(customer.channelId), id: externalIdWords(customer.externalId) })}
    </span>
  );
}
