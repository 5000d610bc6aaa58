import { DEFAULT_CHANNEL_KIND } from '#shared/domain/channel-kinds.ts';
import { useTranslation } from 'react-i18next';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { createPersisted } from '#renderer/state/page-state.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFull, Age } from '#renderer/components/dates.tsx';
import { FaultBoundary, Rows } from '#renderer/components/fault-boundary.tsx';
import { ForDevelopers } from '#renderer/components/folding.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { Stars } from '#renderer/components/stars.tsx';
import { useRouteQuery } from '#renderer/rpc/ask.ts';
import { useChat } from '#renderer/rpc/use-chats.ts';
import { customerName, useChannel, useChannelName } from '#renderer/rpc/use-directory.ts';
import { useCustomerAvatar } from '#renderer/rpc/media.ts';
import { CONTACT_FIELDS, SIGNED_IN } from '#shared/domain/contact-fields.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import { BlockedNotice, useBlockingOf, ContactActions } from './contact-actions.tsx';
import { ContactFieldInput, ContactNotes, ContactTags } from './contact-fields.tsx';
import { formatExternalId, MergedCustomers, Fact, SaidByWebsite, WritesFrom } from './contact-lines.tsx';
import { i18n } from '#renderer/language/i18n.ts';

const VisitFacts = lazy(async () => (await import('./visit-facts.tsx')).VisitFacts);

interface ContactCardProps {
  readonly chatId: string;
  readonly onOpenChat: (chatId: string) => void;
  readonly onClose: () => void;
}

/** The contact card: what is known of a customer, and their earlier chats. */
export function ContactCard({ chatId, onOpenChat, onClose }: ContactCardProps) {
  const { t } = useTranslation('inbox');
  const chat = useChat(chatId, placeOf).data;
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-14 shrink-0 items-center justify-between border-b px-4">
        <h2 className="text-heading font-semibold">{t('contact.contact')}</h2>
        <IconButton label={t('contact.fold')} icon={<X />} onClick={onClose} className="-me-2" />
      </header>
      {chat !== undefined && (
        <FaultBoundary part="pane" of={[chat]}>
          <div
            tabIndex={0}
            role="group"
            aria-label={t('contact.details')}
            className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4 focus-visible:outline-offset-[-2px]"
          >
            <Person key={chat.customer.id} customer={chat.customer} />
            <Card key={`card-${chat.customer.id}`} chat={chat} onOpenChat={onOpenChat} />
          </div>
        </FaultBoundary>
      )}
    </div>
  );
}

/** Of a chat, what does not change with each message. */
type ChatPlace = Pick<Chat, 'id' | 'channelId' | 'customer'>;
const placeOf = ({ id, channelId, customer }: Chat): ChatPlace => ({ id, channelId, customer });

interface ChatProps {
  readonly chat: ChatPlace;
  readonly onOpenChat: (chatId: string) => void;
}

/** Details that help to answer, with rarely needed ones collapsed below. */
function Card({ chat, onOpenChat }: ChatProps) {
  const { customer } = chat;
  const contact = useRouteQuery('contacts.get', { customerId: customer.id }).data;
  const { hasVisitors } = channelKinds[useChannel(chat.channelId)?.kind ?? DEFAULT_CHANNEL_KIND];
  const blocking = useBlockingOf(customer);
  const { blocked, website } = contact?.customers.find(({ customerId }) => customerId === customer.id) ?? {};
  return (
    <>
      {blocked !== undefined && <BlockedNotice blocked={blocked} blocking={blocking} />}
      {hasVisitors ? <VisitFacts customer={customer} /> : <WritesFrom customer={customer} />}
      {website && <SaidByWebsite {...website} />}
      {contact && <ContactTags contact={contact} />}
      {contact && <ContactNotes contact={contact} />}
      <LatestRating customerId={customer.id} />
      <EarlierChats chat={chat} onOpenChat={onOpenChat} />
      <Details>
        <About chat={chat} />
        {contact && <MergedCustomers contact={contact} />}
        {contact && <ContactActions contact={contact} isBlocked={blocked !== undefined} blocking={blocking} />}
        <ForDevelopers>
          <Ids chat={chat} />
        </ForDevelopers>
      </Details>
    </>
  );
}

/** Expands the details; stored on this device. */
const useDetails = createPersisted('contact', { isOpen: false });

/** First seen, actions on the whole contact, and ids. */
function Details({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('inbox');
  const { isOpen } = useDetails();
  const id = useId();
  return (
    <section className="flex flex-col gap-4 border-t pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => useDetails.setState({ isOpen: !isOpen })}
        className="-mx-2 flex min-h-(--control) items-center justify-between rounded-control px-2 text-ui font-medium hover:bg-hover"
      >
        {t('contact.more')}
        <ChevronDown aria-hidden className={cn('size-4 text-ink-quiet transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={id} className={isOpen ? 'flex flex-col gap-6' : 'hidden'}>
        {children}
      </div>
    </section>
  );
}

function Person({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation('inbox');
  const { hasVisitors, hasSubjects } = channelKinds[useChannel(customer.channelId)?.kind ?? DEFAULT_CHANNEL_KIND];
  const isSignedIn = hasVisitors && customer.externalId.startsWith(SIGNED_IN);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar {...useCustomerAvatar(customer)} size={48} />
        <p className="min-w-0 text-heading font-semibold wrap-anywhere">
          <bdi>{customerName(customer)}</bdi>
          {isSignedIn && <span className="block text-meta font-normal text-ink-quiet">{t('contact.signedIn')}</span>}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        {CONTACT_FIELDS.map((field) => (
          <ContactFieldInput
            key={field}
            customerId={customer.id}
            field={field}
            value={customer[field]}
            isProven={customer.proven?.includes(field)}
            // Of a mail's sender, only the mail itself says who it is.
            isUnverified={hasSubjects && field === 'email' && customer.email !== undefined}
          />
        ))}
      </div>
    </div>
  );
}

/** Their latest rating, if any. */
function LatestRating({ customerId }: { readonly customerId: string }) {
  const { t } = useTranslation('inbox');
  const rating = useRouteQuery('ratings.list', { customerId, limit: 1 }).data?.ratings[0];
  if (rating === undefined) return null;
  return (
    <section aria-labelledby="latest-rating" className="flex flex-col gap-1">
      <h3 id="latest-rating" className="text-meta text-ink-quiet">
        {t('contact.rating')}
      </h3>
      <p className="flex items-center gap-2">
        <Stars value={rating.rate} label={t('contact.rated', { rate: rating.rate })} size={16} />
        <Age at={rating.at} className="text-ink-quiet" />
      </p>
      {rating.comment !== undefined && (
        <p dir="auto" className="text-ui wrap-anywhere whitespace-pre-wrap select-text [unicode-bidi:plaintext]">
          “{rating.comment}”
        </p>
      )}
    </section>
  );
}

function About({ chat }: Pick<ChatProps, 'chat'>) {
  const { t } = useTranslation('inbox');
  const { customer } = chat;
  return (
    <section aria-label={t('contact.about')}>
      <dl className="flex flex-col gap-3 text-ui">
        <Fact name={t('contact.channel')}>{useChannelName(chat.channelId)}</Fact>
        <Fact name={t('contact.firstSeen')}>{formatFull(customer.firstSeenAt)}</Fact>
      </dl>
    </section>
  );
}

function Ids({ chat: { id, customer } }: Pick<ChatProps, 'chat'>) {
  const { t } = useTranslation('inbox');
  return (
    <dl className="flex flex-col gap-3 text-ui">
      <Fact name={t('contact.customerId')} hint={t('contact.customerIdHint')}>
        <code className="font-mono text-meta">{formatExternalId(customer.externalId)}</code>
      </Fact>
      <Fact name={t('contact.chatId')}>
        <code className="font-mono text-meta">{id}</code>
      </Fact>
    </dl>
  );
}

function EarlierChats({ chat, onOpenChat }: ChatProps) {
  const { t } = useTranslation('inbox');
  const others = useRouteQuery(
    'customers.chats',
    { customerId: chat.customer.id, limit: 50 },
    { select: ({ chats }) => chats.filter(({ id }) => id !== chat.id) },
  ).data;
  return (
    <section aria-labelledby="earlier-chats" className="flex flex-col gap-1">
      <h3 id="earlier-chats" className="text-meta text-ink-quiet">
        {t('contact.earlier')}
      </h3>
      {others?.length === 0 && <p className="text-ui text-ink-quiet">{t('contact.noEarlier')}</p>}
      <Rows className="-mx-2" rows={others ?? []} keyOf={({ id }) => id}>
        {(other) => <EarlierChat chat={other} onOpen={() => onOpenChat(other.id)} />}
      </Rows>
    </section>
  );
}

function EarlierChat({ chat, onOpen }: { readonly chat: Chat; readonly onOpen: () => void }) {
  const { t } = useTranslation('inbox');
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full flex-col gap-0.5 rounded-control px-2 py-1.5 text-start hover:bg-hover"
    >
      <span className="flex w-full items-baseline justify-between gap-2 text-meta text-ink-quiet">
        <span className="flex items-center gap-2">
          {t(`contact.states.${chat.state}`)}
          {chat.rating !== undefined && (
            <Stars value={chat.rating.rate} label={t('contact.rated', { rate: chat.rating.rate })} size={12} />
          )}
        </span>
        <Age at={chat.lastActivityAt} />
      </span>
      <bdi className="w-full truncate text-ui">{chatText(chat)}</bdi>
    </button>
  );
}

/** The last text of a chat, or the kind of its last message. */
function chatText({ lastMessage }: Chat): string {
  return (
    lastMessage?.text ??
    (lastMessage === undefined || lastMessage.type === 'text' ? '' : i18n.t(`conversation:kinds.${lastMessage.type}`))
  );
}
