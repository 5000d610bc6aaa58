import { Ban } from 'lucide-react';
import { useRef } from 'react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { sinceWords } from '#renderer/components/dates.ts';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useTicking } from '#renderer/components/time.tsx';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import { useChannel } from '#renderer/rpc/use-channels.ts';
import { useBlocked, useBlocking } from '#renderer/rpc/use-contacts.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Section } from '../section.tsx';
import { tellTrouble } from '../trouble.ts';
import { words as settingsWords } from '../words.ts';
import { blockedWords as words } from './blocked-words.ts';

type Row = RouteOutput<'customers.blocked'>['blocked'][number];

/** Customers who are not heard, and how much of what they wrote was not kept. */
export function BlockedSection() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBlocked();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section title={settingsWords.sections.blocked} lead={words.lead}>
      {data === undefined && (isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />)}
      {data?.length === 0 && (
        <EmptyState icon={<Ban />} title={words.emptyTitle} className="my-6">
          {words.empty}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={words.list}
          className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
        >
          {data.map((row) => (
            <BlockedRow key={row.customer.id} row={row} onUnblocked={() => list.current?.focus()} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-start" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Section>
  );
}

function BlockedRow({
  row: { customer, blocked },
  onUnblocked,
}: {
  readonly row: Row;
  readonly onUnblocked: () => void;
}) {
  const { block, unblock } = useBlocking();
  const channels = useChannel(customer.channelId)?.name ?? words.removedChannel;
  const since = useTicking((now) => sinceWords(blocked.at, now));
  const last = useTicking((now) => (blocked.lastAt === undefined ? '' : sinceWords(blocked.lastAt, now)));
  const name = customer.name ?? words.visitor;
  const id = customer.externalId.startsWith('"') ? String(JSON.parse(customer.externalId)) : customer.externalId;
  const blockAgain = (): void =>
    block.mutate(customer.id, { onError: (error) => tellTrouble(words.notBlocked, error) });
  const hear = async (): Promise<void> => {
    try {
      await unblock.mutateAsync({ customerId: customer.id });
      onUnblocked();
      sayWithUndo(words.unblocked(name), { onUndo: blockAgain });
    } catch (error) {
      tellTrouble(words.notUnblocked, error);
    }
  };
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar name={customer.name} seed={customer.id} />
      <div className="min-w-0 flex-1 text-ui wrap-anywhere">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-ink-quiet">{words.via(channels, id)}</p>
        <p className="text-ink-quiet">{words.by(blocked.by, since)}</p>
        <p className="tabular">{last === '' ? words.count(blocked.count) : words.last(blocked.count, last)}</p>
      </div>
      <Button pending={unblock.isPending} onClick={() => void hear()} aria-label={words.unblockOf(name)}>
        {words.unblock}
      </Button>
    </li>
  );
}
