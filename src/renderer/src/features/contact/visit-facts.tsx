import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFull, formatSince, useNow } from '#renderer/components/dates.tsx';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { PageLink, PresenceDot, stayText } from '#renderer/components/page-link.tsx';
import { isOnSite, useAnsweringMailbox, useChannel, useWhereabouts } from '#renderer/rpc/use-directory.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { showDirections } from '#shared/domain/visible-text.ts';
import { isMailAddress } from '#shared/domain/links.ts';
import { Fact, Page } from './contact-lines.tsx';

/** On the contact card: since when the customer is there, the page they were on last, and how to reach them once they have left. */
export function VisitFacts({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation(['website', 'inbox']);
  const titleId = useId();
  const whereabouts = useWhereabouts(customer.id);
  // Replies then reach them by mail.
  const mailbox = useAnsweringMailbox();
  const stay = useNow((now) => (whereabouts === undefined ? '' : stayText(whereabouts.visitor, now)));
  if (whereabouts === undefined) return null;
  const isThere = isOnSite(whereabouts);
  const { visitor } = whereabouts;
  const mailable = isMailAddress(customer.email ?? '') ? customer.email : undefined;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 text-ui">
      <h3 id={titleId} className="sr-only">
        {t('visitors.about')}
      </h3>
      <p className="flex items-center gap-2 font-medium">
        <PresenceDot isThere={isThere} />
        {stay}
      </p>
      {!isThere && mailable !== undefined && mailbox === undefined && (
        <p className="wrap-anywhere">
          {t('visitors.hasLeft')}{' '}
          <ExternalLink href={`mailto:${encodeURI(mailable)}`} look="link">
            <bdi>{mailable}</bdi>
          </ExternalLink>
        </p>
      )}
      <dl className="flex flex-col gap-3">
        {visitor === undefined ? (
          customer.url !== undefined && (
            <Fact name={t('visitors.lastPage')}>
              <Page address={customer.url} />
            </Fact>
          )
        ) : (
          <Visit visitor={visitor} isThere={isThere} />
        )}
        {customer.invite !== undefined && (
          <Fact name={t('inbox:contact.invite')}>“{showDirections(customer.invite)}”</Fact>
        )}
      </dl>
    </section>
  );
}

function Visit({ visitor, isThere }: { readonly visitor: Visitor; readonly isThere: boolean }) {
  const { t } = useTranslation('website');
  const channel = useChannel(visitor.channelId);
  const since = useNow((now) => formatSince(visitor.since, now));
  const { page } = visitor;
  return (
    <>
      {/* Where they are now is said in the chat's head. */}
      {page !== undefined && !isThere && (
        <Fact name={t('visitors.lastPage')}>
          <span className="flex min-w-0">
            <PageLink page={page} sites={channel?.site?.sites} />
          </span>
        </Fact>
      )}
      {page?.referrer !== undefined && page.referrer !== '' && (
        <Fact name={t('visitors.from')}>
          <span className="flex min-w-0">
            <PageLink page={{ url: page.referrer }} sites={undefined} />
          </span>
        </Fact>
      )}
      {isThere && (
        <Fact name={t('visitors.since')}>
          <time dateTime={new Date(visitor.since).toISOString()} title={formatFull(visitor.since)}>
            {since}
          </time>
        </Fact>
      )}
    </>
  );
}
