import { customerName } from '#renderer/rpc/use-directory.ts';
import { useTranslation } from 'react-i18next';
import { Ban, Merge } from 'lucide-react';
import { lazy, MountOnOpen } from '#renderer/components/lazy.tsx';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useCommands } from '#renderer/state/commands.tsx';
import type { Contact, ContactCustomer } from '#shared/contract/contacts.ts';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { notify, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useMay } from '#renderer/rpc/ask.ts';
import type { Customer } from '#shared/domain/entities.ts';

const MergeDialog = lazy(async () => (await import('./merge-dialog.tsx')).MergeDialog);
const PersonalData = lazy(async () => (await import('./personal-data.tsx')).PersonalData);

interface ContactActionsProps {
  readonly contact: Contact;
  readonly isBlocked: boolean;
  readonly blocking: ReturnType<typeof useBlockingOf>;
}

/** Actions on a whole contact. */
export function ContactActions({ contact, isBlocked, blocking }: ContactActionsProps) {
  const { t } = useTranslation('inbox');
  const [merging, setMerging] = useState(false);
  const isOwner = useMay('owner') === true;
  const merge = (): void => setMerging(true);
  useCommands({
    mergeContacts: merge,
    blockCustomer: isBlocked ? undefined : blocking.block,
    unblockCustomer: isBlocked ? blocking.unblock : undefined,
  });
  return (
    <section
      aria-label={t('contact.card.actions')}
      className="flex flex-col gap-2 [&_button]:h-auto [&_button]:min-h-(--control) [&_button]:py-1 [&_button]:whitespace-normal"
    >
      <Button onClick={merge}>
        <Merge aria-hidden className="size-4" />
        {t('contact.card.merge')}
      </Button>
      {!isBlocked && (
        <>
          <Button pending={blocking.isPending} onClick={blocking.block} aria-describedby="block-hint">
            <Ban aria-hidden className="size-4 text-urgent" />
            <span className="text-urgent">{t('contact.card.block')}</span>
          </Button>
          <p id="block-hint" className="text-meta text-ink-quiet">
            {t('contact.card.blockHint')}
          </p>
        </>
      )}
      {isOwner && <PersonalData customerId={contact.id} />}
      <MountOnOpen open={merging}>
        <MergeDialog contact={contact} open={merging} onClose={() => setMerging(false)} />
      </MountOnOpen>
    </section>
  );
}

/** Blocks a customer, with an undo that also restores their chat, or unblocks them. */
export function useBlockingOf(customer: Customer) {
  const { t } = useTranslation('inbox');
  const block = useRouteMutation('customers.block');
  const unblock = useRouteMutation('customers.unblock');
  const reopen = useRouteMutation('chats.reopen');
  const name = customerName(customer);
  const undoBlock = async (chatIds: readonly string[]): Promise<void> => {
    try {
      await unblock.mutateAsync({ customerId: customer.id });
      for (const chatId of chatIds) await reopen.mutateAsync({ chatId });
      notify(t('contact.card.unblocked', { name }));
    } catch (error) {
      errorNotifier(t('contact.card.notUnblocked'))(error);
    }
  };
  return {
    block: () =>
      block.mutate(
        { customerId: customer.id },
        {
          onSuccess: ({ closedChatIds }) =>
            void notify(t('contact.card.blocked', { name }), {
              id: `blocked-${customer.id}`,
              action: undoAction(() => void undoBlock(closedChatIds)),
            }),
          onError: errorNotifier(t('contact.card.notBlocked')),
        },
      ),
    unblock: () => void undoBlock([]),
    isPending: block.isPending || unblock.isPending,
  };
}

interface BlockedNoticeProps extends Pick<ContactActionsProps, 'blocking'> {
  readonly blocked: NonNullable<ContactCustomer['blocked']>;
}

/** Shows that a customer is blocked, since when, and how many messages were rejected. */
export function BlockedNotice({ blocked, blocking }: BlockedNoticeProps) {
  const { t } = useTranslation('inbox');
  const date = useNow((now) => formatSince(blocked.at, now));
  return (
    <section
      aria-label={t('contact.card.isBlocked')}
      className="flex flex-col items-start gap-2 rounded-card bg-attention-tint p-3 text-ui text-attention"
    >
      <p className="flex items-center gap-1.5 font-semibold">
        <Ban aria-hidden className="size-4" />
        {t('contact.card.isBlocked')}
      </p>
      <p>
        {t('contact.card.blockedBy', { operator: blocked.by, date })}{' '}
        {t('contact.card.count', { count: blocked.count })}
      </p>
      <Button size="sm" pending={blocking.isPending} onClick={blocking.unblock}>
        {t('contact.card.unblock')}
      </Button>
    </section>
  );
}
