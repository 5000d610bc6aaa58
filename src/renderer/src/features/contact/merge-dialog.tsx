import type { Opened } from '#renderer/components/actions.tsx';
import { customerName } from '#renderer/rpc/use-directory.ts';
import { useTranslation } from 'react-i18next';
import { useState, useDeferredValue } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Field, SearchInput } from '#renderer/components/field.tsx';
import { errorNotifier, notify, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useRouteQuery } from '#renderer/rpc/ask.ts';
import { CONTACT_FIELDS, mapContactFields } from '#shared/domain/contact-fields.ts';
import type { Contact, MergeChoices } from '#shared/contract/contacts.ts';
import { ContactPreview, ContactLine } from './contact-lines.tsx';
import { keepPreviousData } from '@tanstack/react-query';

/** Finds another contact, shows both, and merges them. */
export function MergeDialog({ contact, open, onClose }: Opened & { readonly contact: Contact }) {
  const { t } = useTranslation(['inbox', 'common']);
  const [other, setOther] = useState<Contact>();
  const [chosen, setChosen] = useState<Partial<MergeChoices>>({});
  const merge = useRouteMutation('contacts.merge', 'contacts.get');
  const separate = useRouteMutation('contacts.separate', 'contacts.get');
  const leave = (): void => {
    setOther(undefined);
    onClose();
  };
  const choose = (found: Contact | undefined): void => {
    setOther(found);
    setChosen({});
  };
  // Prefers existing values; if both have one, that of this contact.
  const keepOf = (found: Contact): MergeChoices => ({
    ...mapContactFields((field) => (contact[field] === undefined && found[field] !== undefined ? 'other' : 'into')),
    ...chosen,
  });
  const undoMerge = (mergedId: string): void =>
    separate.mutate({ customerId: mergedId }, { onError: errorNotifier(t('contact.card.notSeparated')) });
  const mergeThem = (found: Contact): void =>
    merge.mutate(
      { customerId: contact.id, otherId: found.id, keep: keepOf(found) },
      {
        onSuccess: ({ mergedId }) => {
          leave();
          notify(t('contact.card.merged', { name: customerName(contact), other: customerName(found) }), {
            action: undoAction(() => undoMerge(mergedId)),
          });
        },
        onError: errorNotifier(t('contact.card.notMerged')),
      },
    );
  const footer =
    other === undefined ? (
      <DialogClose render={<Button>{t('common:cancel')}</Button>} />
    ) : (
      <>
        <Button onClick={() => choose(undefined)}>{t('contact.card.back')}</Button>
        <Button variant="primary" pending={merge.isPending} onClick={() => mergeThem(other)}>
          {t('contact.card.mergeConfirm')}
        </Button>
      </>
    );
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('contact.card.mergeTitle')}
      description={t('contact.card.mergeLead')}
      footer={footer}
      className="w-[min(560px,calc(100vw-32px))]"
    >
      {other === undefined ? (
        <FindContact customerId={contact.id} onChoose={choose} />
      ) : (
        <Both
          contact={contact}
          other={other}
          keep={keepOf(other)}
          onKeep={(choices) => setChosen({ ...chosen, ...choices })}
        />
      )}
    </Dialog>
  );
}

interface BothProps {
  readonly contact: Contact;
  readonly other: Contact;
  readonly keep: MergeChoices;
  readonly onKeep: (choices: Partial<MergeChoices>) => void;
}

/** Both contacts side by side, with a choice for each field that differs. */
function Both({ contact, other, keep, onKeep }: BothProps) {
  const { t } = useTranslation('inbox');
  const differing = CONTACT_FIELDS.filter(
    (field) => contact[field] !== undefined && other[field] !== undefined && contact[field] !== other[field],
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <ContactPreview title={t('contact.card.thisContact')} contact={contact} />
        <ContactPreview title={t('contact.card.otherContact')} contact={other} />
      </div>
      {differing.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 text-ui font-medium">{t('contact.card.choose')}</legend>
          {differing.map((field) => (
            <Field key={field} label={t(`contact.fields.${field}`)}>
              <Select
                value={keep[field]}
                choices={[
                  { value: 'into', label: contact[field] ?? '' },
                  { value: 'other', label: other[field] ?? '' },
                ]}
                onValueChange={(choice) => onKeep({ [field]: choice })}
                className="w-full"
              />
            </Field>
          ))}
        </fieldset>
      )}
      <p className="text-ui text-ink-quiet">{t('contact.card.notesJoined')}</p>
    </div>
  );
}

/** Searches for a contact; before typing, suggests those with matching details. */
function FindContact({ customerId, onChoose }: { customerId: string; onChoose: (contact: Contact) => void }) {
  const { t } = useTranslation('inbox');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const { data, isError } = useRouteQuery(
    'contacts.find',
    { customerId, query: wanted },
    { select: ({ contacts }) => contacts, placeholderData: keepPreviousData, gcTime: 0 },
  );
  const isTyped = wanted !== '';
  const hasFound = data !== undefined && data.length > 0;
  return (
    <div className="flex min-h-64 flex-col gap-2">
      <SearchInput
        label={t('contact.card.search')}
        placeholder={t('contact.card.searchPlaceholder')}
        value={query}
        onValueChange={setQuery}
      />
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {isError && t('contact.card.notFound')}
        {data?.length === 0 && (isTyped ? t('contact.card.nothingFits') : t('contact.card.noneInCommon'))}
        {hasFound && !isTyped && t('contact.card.inCommon')}
      </p>
      {hasFound && (
        <ul aria-label={t('contact.card.found')} className="-mx-2 flex max-h-72 flex-col overflow-y-auto">
          {data.map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                onClick={() => onChoose(contact)}
                className="flex w-full rounded-control px-2 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
              >
                <ContactLine contact={contact} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
