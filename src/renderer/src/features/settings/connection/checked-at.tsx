import { useTranslation } from 'react-i18next';
import { fullWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { ageInWords } from '../computer/status-text.ts';

/** "Checked 3 min ago"; full on hover. */
export function CheckedAt({ at }: { readonly at: number }) {
  const { t } = useTranslation('connection');
  const words = useTicking((now) => ageInWords(at, now));
  return <span title={fullWords(at)}>{`${t('reach.checked')} ${words}`}</span>;
}
