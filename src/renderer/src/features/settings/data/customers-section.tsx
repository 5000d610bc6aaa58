import { useTranslation } from 'react-i18next';
import { Section } from '../parts/section.tsx';
import { ContactsGroup } from './contacts.tsx';
import { RetentionGroup } from './retention.tsx';

/** Contacts as a file, and how long chats are kept. */
export function CustomersSection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.customers')} lead={t('data.customersLead')}>
      <ContactsGroup />
      <RetentionGroup />
    </Section>
  );
}
