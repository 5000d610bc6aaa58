import { useTranslation } from 'react-i18next';
import { Ban } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { sinceWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { say, sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useBlocking } from '#renderer/rpc/use-contacts.ts';
import type { ContactCustomer } from '#shared/contract/contacts.ts';
import type { Customer } from '#shared/domain/entities.ts';

export interface Blocking {
  readonly block: () => void;
  readonly unblock: () => void;
  readonly isPending: boolean;
}

/** Blocks a customer, which can be taken back for a while together with the close of their chat; and unblocks them. */
export function useBlockingOf(customer: Customer): Blocking {
  const { t } = useTranslation('contact');
  const { block, unblock } = useBlocking();
  const name = customer.name ?? t('card.visitor');
  const hearAgain = (reopen: readonly string[]): void =>
    unblock.mutate(
      { customerId: customer.id, reopen },
      {
        onSuccess: () => say(t('card.unblocked', { name })),
        onError: (error) => sayTrouble(t('card.notUnblocked'), error.message),
      },
    );
  return {
    block: () =>
      block.mutate(customer.id, {
        onSuccess: ({ closedChatIds }) =>
          void sayWithUndo(
            t('card.blocked', { name }),
            { onUndo: () => hearAgain(closedChatIds) },
            { id: `blocked-${customer.id}` },
          ),
        onError: (error) => sayTrouble(t('card.notBlocked'), error.message),
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
  const { t } = useTranslation('contact');
  const date = useTicking((now) => sinceWords(blocked.at, now));
  return (
    <section
      aria-label={t('card.isBlocked')}
      className="flex flex-col items-start gap-2 rounded-card bg-attention-tint p-3 text-ui text-attention"
    >
      <p className="flex items-center gap-1.5 font-semibold">
        <Ban aria-hidden className="size-4" />
        {t('card.isBlocked')}
      </p>
      <p>
        {t('card.blockedBy', { operator: blocked.by, date })} {t('card.count', { count: blocked.count })}
      </p>
      <Button size="sm" pending={blocking.isPending} onClick={blocking.unblock}>
        {t('card.unblock')}
      </Button>
    </section>
  );
}
