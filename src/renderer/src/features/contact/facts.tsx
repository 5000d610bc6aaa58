import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink, webAddress } from '#renderer/components/external-link.tsx';
import type { Customer } from '#shared/domain/entities.ts';

/** A name and what is known, in a `dl`. */
export function Fact({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
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

/** The page a customer writes from; linked only if it is a web address. */
export function Page({ address }: { readonly address: string }) {
  const href = webAddress(address);
  if (href === undefined) return address;
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
      {customer.invite !== undefined && <Fact name={t('contact.invite')}>“{customer.invite}”</Fact>}
    </dl>
  );
}
