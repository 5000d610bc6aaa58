import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useAsk } from '#renderer/rpc/ask.ts';

export interface ReachNoticeProps {
  /** in a small window: leads nowhere else */
  readonly isSmall: boolean;
}

/** Says before anything is sent that customers cannot fetch it, and where that is changed. */
export function ReachNotice({ isSmall }: ReachNoticeProps) {
  const { t } = useTranslation('conversation');
  const reach = useAsk('media.outlook', {}).data?.reach;
  if (reach === undefined || reach === 'public') return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-b first:rounded-t-card bg-attention-tint px-3 py-2 text-ui text-attention"
    >
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {t(`attach.${reach}`)}{' '}
        {!isSmall && (
          <Link href="/settings/connection" className="font-medium text-attention">
            {t('attach.openConnection')}
          </Link>
        )}
      </span>
    </p>
  );
}
