import { useTranslation } from 'react-i18next';
import { useDeferredValue, useState } from 'react';
import { Input } from '#renderer/components/input.tsx';
import { useFoundContacts } from '#renderer/rpc/use-contacts.ts';
import type { Contact } from '#shared/contract/contacts.ts';
import { ContactLine } from './contact-preview.tsx';

interface FindContactProps {
  readonly customerId: string;
  readonly onChoose: (contact: Contact) => void;
}

/** Finds the contact that somebody means; before they type, those who have something in common. */
export function FindContact({ customerId, onChoose }: FindContactProps) {
  const { t } = useTranslation('contact');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const { data, isError } = useFoundContacts(customerId, wanted);
  const isTyped = wanted !== '';
  return (
    <div className="flex min-h-64 flex-col gap-2">
      <Input
        type="search"
        aria-label={t('card.search')}
        placeholder={t('card.searchPlaceholder')}
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {isError && t('card.notFound')}
        {data?.length === 0 && (isTyped ? t('card.nothingFits') : t('card.noneInCommon'))}
        {data !== undefined && data.length > 0 && !isTyped && t('card.inCommon')}
      </p>
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('card.found')} className="-mx-2 flex max-h-72 flex-col overflow-y-auto">
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
