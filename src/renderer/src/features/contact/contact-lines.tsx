import { useTranslation } from 'react-i18next';
import { Avatar } from '#renderer/components/avatar.tsx';
import { TagChip } from '#renderer/components/tags.tsx';
import { fieldsExceptName } from '#shared/domain/contact-fields.ts';
import type { Contact, ContactCustomer } from '#shared/contract/contacts.ts';
import { ActionButton } from '#renderer/components/actions.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { customerName, useChannelName } from '#renderer/rpc/use-directory.ts';
import { type PropsWithChildren, useId } from 'react';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { webLink } from '#shared/domain/links.ts';
import { showDirections } from '#shared/domain/visible-text.ts';
import type { Customer } from '#shared/domain/entities.ts';

/** A contact in a few lines. */
export function ContactPreview({ title, contact }: { readonly title: string; readonly contact: Contact }) {
  const { t } = useTranslation('inbox');
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
        {contact.notes === '' ? t('contact.card.noNotes') : contact.notes}
      </p>
    </section>
  );
}

/** A contact, and the channel they write on. */
export function ContactLine({ contact }: { readonly contact: Contact }) {
  return (
    <span className="flex min-w-0 items-start gap-2.5 text-ui">
      <Avatar name={contact.name} seed={contact.id} size={32} />
      <span className="flex min-w-0 flex-1 flex-col wrap-anywhere">
        <bdi className="font-medium">{customerName(contact)}</bdi>
        {fieldsExceptName(contact).map((text) => (
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
  return <span className="text-meta text-ink-quiet">{useChannelName(customer.channelId)}</span>;
}

/** The customers merged into a contact, with the data of each, to separate them again. */
export function MergedCustomers({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('inbox');
  const merged = contact.customers.flatMap((customer) =>
    customer.merged === undefined ? [] : [{ customer, merged: customer.merged }],
  );
  if (merged.length === 0) return null;
  return (
    <section aria-labelledby="merged-from" className="flex flex-col gap-1">
      <h3 id="merged-from" className="text-meta text-ink-quiet">
        {t('contact.card.mergedFrom')}
      </h3>
      <ul className="flex flex-col gap-2">
        {merged.map((merge) => (
          <li key={merge.customer.customerId}>
            <Merged {...merge} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Merged({ customer, merged }: { customer: ContactCustomer } & Pick<Required<ContactCustomer>, 'merged'>) {
  const { t } = useTranslation('inbox');
  const { mutateAsync: separate } = useRouteMutation('contacts.separate', 'contacts.get');
  const channelName = useChannelName(customer.channelId);
  const date = useNow((now) => formatSince(merged.at, now));
  const name = customerName(customer);
  return (
    <div className="flex items-start gap-2 text-ui">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        {fieldsExceptName(customer).map((text) => (
          <p key={text}>
            <bdi>{text}</bdi>
          </p>
        ))}
        <p className="text-meta text-ink-quiet">{channelName}</p>
        <p className="text-meta text-ink-quiet">{t('contact.card.mergedBy', { operator: merged.by, date })}</p>
      </div>
      <ActionButton
        size="sm"
        act={() => separate({ customerId: customer.customerId })}
        done={t('contact.card.separated', { name })}
        failed={t('contact.card.notSeparated')}
        aria-label={t('contact.card.separateOf', { name })}
      >
        {t('contact.card.separate')}
      </ActionButton>
    </div>
  );
}

/** A customer's id as the connected system sent it, without JSON quotes. */
export function formatExternalId(json: string): string {
  return json.startsWith('"') ? showDirections(String(JSON.parse(json))) : json;
}

/** A name and what is known, in a `dl`. */
export function Fact({ name, hint, children }: PropsWithChildren<{ readonly name: string; readonly hint?: string }>) {
  return (
    <div>
      <dt className="text-meta text-ink-quiet" title={hint}>
        {name}
      </dt>
      <dd className="wrap-anywhere select-text">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

/** What the website says of a customer: as plain text, also where it looks like a link. */
export function SaidByWebsite({ fields, isProven }: NonNullable<ContactCustomer['website']>) {
  const { t } = useTranslation('inbox');
  const id = useId();
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  const textOf = (value: string | number | boolean): string =>
    typeof value === 'boolean' ? t(`contact.website.${value ? 'yes' : 'no'}`) : showDirections(String(value));
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 text-ui">
      <h3 id={id} className="font-medium">
        {t(`contact.website.${isProven ? 'title' : 'unverified'}`)}
      </h3>
      <dl className="flex flex-col gap-3">
        {entries.map(([name, value]) => (
          <div key={name} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <Fact name={showDirections(name)}>{textOf(value)}</Fact>
            </div>
            {typeof value !== 'boolean' && (
              <CopyButton
                text={String(value)}
                label={t('contact.copy', { field: name })}
                caption=""
                variant="quiet"
                className="w-(--control) gap-0 overflow-hidden px-0 text-[0] text-ink-quiet"
              />
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The page a customer writes from; linked only if it is a web address. */
export function Page({ address }: { readonly address: string }) {
  const href = webLink(address);
  if (href === undefined) return showDirections(address);
  return (
    <ExternalLink href={href} what={address}>
      {address}
    </ExternalLink>
  );
}

/** The page they write from, and what prompted them to. */
export function WritesFrom({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation('inbox');
  if (customer.url === undefined && customer.invite === undefined) return null;
  return (
    <dl className="flex flex-col gap-3 text-ui">
      {customer.url !== undefined && (
        <Fact name={t('contact.page')}>
          <Page address={customer.url} />
        </Fact>
      )}
      {customer.invite !== undefined && <Fact name={t('contact.invite')}>“{showDirections(customer.invite)}”</Fact>}
    </dl>
  );
}
