import { useTranslation } from 'react-i18next';
import { Ban } from 'lucide-react';
import { useRef } from 'react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { EmptyState, MoreButton } from '#renderer/components/lists.tsx';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { notify, undoAction, notifyFailure } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useRoutePages } from '#renderer/rpc/ask.ts';
import { customerName, useChannel } from '#renderer/rpc/use-directory.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Loaded, Section } from '../parts/section.tsx';
import { ActionButton } from '#renderer/components/actions.tsx';

const PAGE = 50;

type Row = RouteOutput<'customers.blocked'>['blocked'][number];

export function BlockedSection() {
  const { t } = useTranslation('settings');
  const blocked = useRoutePages(
    'customers.blocked',
    { limit: PAGE },
    { select: ({ pages }) => pages.flatMap((page) => page.blocked) },
  );
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section title={t('sections.blocked')} lead={t('blocked.lead')}>
      <Loaded of={blocked}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<Ban />} title={t('blocked.emptyTitle')} className="my-6">
              {t('blocked.empty')}
            </EmptyState>
          ) : (
            <Rows ref={list} label={t('blocked.list')} rows={rows} keyOf={({ customer }) => customer.id}>
              {(row) => <BlockedRow {...row} onUnblocked={() => list.current?.focus()} />}
            </Rows>
          )
        }
      </Loaded>
      <MoreButton query={blocked} className="self-start">
        {t('blocked.more')}
      </MoreButton>
    </Section>
  );
}

function BlockedRow({ customer, blocked, onUnblocked }: Row & { readonly onUnblocked: () => void }) {
  const { t } = useTranslation('settings');
  const block = useRouteMutation('customers.block');
  const unblock = useRouteMutation('customers.unblock');
  const channel = useChannel(customer.channelId)?.name ?? t('blocked.removedChannel');
  const since = useNow((now) => formatSince(blocked.at, now));
  const last = useNow((now) => (blocked.lastAt === undefined ? '' : formatSince(blocked.lastAt, now)));
  const name = customerName(customer);
  const undoUnblock = (): void =>
    block.mutate({ customerId: customer.id }, { onError: (error) => notifyFailure(t('blocked.notBlocked'), error) });
  const unblockCustomer = async (): Promise<void> => {
    await unblock.mutateAsync({ customerId: customer.id });
    onUnblocked();
    notify(t('blocked.unblocked', { name }), { action: undoAction(undoUnblock) });
  };
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <Avatar name={customer.name} seed={customer.id} />
      <div className="min-w-0 flex-1 text-ui wrap-anywhere">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-ink-quiet">{channel}</p>
        <p className="text-ink-quiet">{t('blocked.by', { operator: blocked.by, date: since })}</p>
        <p className="tabular">
          {last === ''
            ? t('blocked.count', { count: blocked.count })
            : t('blocked.last', { messages: t('blocked.count', { count: blocked.count }), date: last })}
        </p>
      </div>
      <ActionButton
        failed={t('blocked.notUnblocked')}
        act={unblockCustomer}
        aria-label={t('blocked.unblockOf', { name })}
      >
        {t('blocked.unblock')}
      </ActionButton>
    </div>
  );
}
