import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { channelWords } from './channel-words.ts';
import { isUnencrypted } from './endpoint-rule.ts';

interface PlainHttpFieldProps {
  /** the reply address as typed */
  readonly endpoint: string;
  readonly allowed: boolean;
  readonly onChange: (allowed: boolean) => void;
}

/** The switch for plain HTTP; there once an address needs it, and as long as it is on. */
export function PlainHttpField({ endpoint, allowed, onChange }: PlainHttpFieldProps) {
  if (!allowed && !isUnencrypted(endpoint)) return null;
  return (
    <RowField label={channelWords.allowPlainHttp} hint={channelWords.allowPlainHttpHint} warning={allowed ? channelWords.allowPlainHttpWarning : undefined}>
      <Switch checked={allowed} onCheckedChange={onChange} />
    </RowField>
  );
}
