import { useTranslation } from 'react-i18next';
import { Ban, Merge } from 'lucide-react';
import { lazy } from '#renderer/components/lazy.tsx';
import { Suspense, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import type { Contact } from '#shared/contract/contacts.ts';
import type { Blocking } from './blocking.tsx';

const MergeDialog = lazy(async () => (await import('./merge-dialog.tsx')).MergeDialog);

const PersonalData = lazy(async () => (await import('./personal-data.tsx')).PersonalData);

interface ContactActionsProps {
  readonly contact: Contact;
  readonly isBlocked: boolean;
  readonly blocking: Blocking;
}

/** What can be done to a contact as a whole. */
export function ContactActions({ contact, isBlocked, blocking }: ContactActionsProps) {
  const { t } = useTranslation('contact');
  const [merging, setMerging] = useState(false);
  // Stays once it was opened, so that it closes as it opened.
  const [isBegun, setBegun] = useState(false);
  const merge = (): void => {
    setBegun(true);
    setMerging(true);
  };
  useCommands({
    mergeContacts: merge,
    blockCustomer: isBlocked ? undefined : blocking.block,
    unblockCustomer: isBlocked ? blocking.unblock : undefined,
  });
  return (
    <section
      aria-label={t('card.actions')}
      className="flex flex-col gap-2 border-t pt-4 [&_button]:h-auto [&_button]:min-h-(--control) [&_button]:py-1 [&_button]:whitespace-normal"
    >
      <Button onClick={merge}>
        <Merge aria-hidden className="size-4" />
        {t('card.merge')}
      </Button>
      {!isBlocked && (
        <>
          <Button pending={blocking.isPending} onClick={blocking.block} aria-describedby="block-hint">
            <Ban aria-hidden className="size-4 text-urgent" />
            <span className="text-urgent">{t('card.block')}</span>
          </Button>
          <p id="block-hint" className="text-meta text-ink-quiet">
            {t('card.blockHint')}
          </p>
        </>
      )}
      <Suspense>
        <PersonalData customerId={contact.id} />
      </Suspense>
      <Suspense>{isBegun && <MergeDialog contact={contact} open={merging} onOpenChange={setMerging} />}</Suspense>
    </section>
  );
}
