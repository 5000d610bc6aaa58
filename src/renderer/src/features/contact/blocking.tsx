import { Ban } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { sinceWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { say, sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useBlocking } from '#renderer/rpc/use-contacts.ts';
import type { ContactCustomer } from '#shared/contract/contacts.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { cardWords as words } from './card-words.ts';

export interface Blocking {
  readonly block: () => void;
  readonly unblock: () => void;
  readonly isPending: boolean;
}

/** Blocks a customer, which can be taken back for a while together with the close of their chat; and unblocks them. */
export function useBlockingOf(customer: Customer): Blocking {
  const { block, unblock } = useBlocking();
  const name = customer.name ?? words.visitor;
  const hearAgain = (reopen: readonly string[]): void =>
    unblock.mutate(
      { customerId: customer.id, reopen },
      {
        onSuccess: () => say(words.unblocked(name)),
        onError: (error) => sayTrouble(words.notUnblocked, error.message),
      },
    );
  return {
    block: () =>
      block.mutate(customer.id, {
        onSuccess: ({ closedChatIds }) =>
          void sayWithUndo(
            words.blocked(name),
            { onUndo: () => hearAgain(closedChatIds) },
            { id: `blocked-${customer.id}` },
          ),
        onError: (error) => sayTrouble(words.notBlocked, error.message),
      }),
    unblock: () => hearAgain([]),
    isPending: block.isPending || unblock.isPending,
  };
}

/** Says that nothing of a customer arrives, since when, and how much that was. */
export function BlockedNotice({
  blocked,
  blocking,
}: {
  readonly blocked: NonNullable<ContactCustomer['blocked']>;
  readonly blocking: Blocking;
}) {
  const date = useTicking((now) => sinceWords(blocked.at, now));
  return (
    <section
      aria-label={words.isBlocked}
      className="flex flex-col items-start gap-2 rounded-card bg-attention-tint p-3 text-ui text-attention"
    >
      <p className="flex items-center gap-1.5 font-semibold">
        <Ban aria-hidden className="size-4" />
        {words.isBlocked}
      </p>
      <p>
        {words.blockedBy(blocked.by, date)} {words.count(blocked.count)}
      </p>
      <Button size="sm" pending={blocking.isPending} onClick={blocking.unblock}>
        {words.unblock}
      </Button>
    </section>
  );
}
