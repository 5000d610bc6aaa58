import { useTranslation } from 'react-i18next';
import { ExternalLink } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { Group } from '../parts/section.tsx';

/** Opens the test customer for this channel. */
export function TestCustomerGroup({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('channels');
  return (
    <Group title={t('tryTitle')} lead={t('tryLead')}>
      <Button className="self-start" onClick={onOpen}>
        <ExternalLink aria-hidden className="size-4" />
        {t('tryOpen')}
      </Button>
    </Group>
  );
}
