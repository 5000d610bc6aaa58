import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { isUnencrypted } from './endpoint-rule.ts';

interface PlainHttpFieldProps {
  /** the address as typed */
  readonly endpoint: string;
  readonly allowed: boolean;
  /** what it allows, and what that means; left out: of a reply address */
  readonly hint?: string;
  readonly warning?: string;
  readonly onChange: (allowed: boolean) => void;
}

/** The switch for plain HTTP; there once an address needs it, and as long as it is on. */
export function PlainHttpField({
  endpoint,
  allowed,
  hint = i18n.t('channels:allowPlainHttpHint'),
  warning = i18n.t('channels:allowPlainHttpWarning'),
  onChange,
}: PlainHttpFieldProps) {
  const { t } = useTranslation('channels');
  if (!allowed && !isUnencrypted(endpoint)) return null;
  return (
    <RowField label={t('allowPlainHttp')} hint={hint} warning={allowed ? warning : undefined}>
      <Switch checked={allowed} onCheckedChange={onChange} />
    </RowField>
  );
}
