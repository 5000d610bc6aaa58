import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { ActionButton, useAction } from '#renderer/components/actions.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useConnectionChanges } from '#renderer/rpc/use-directory.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import type { ConnectionSecret } from '#shared/contract/tunnels.ts';

interface SecretFieldProps {
  readonly view: ConnectionView;
  readonly secret: ConnectionSecret;
  readonly hint?: string;
}

/** A secret that can be set, replaced and removed, but not read back. */
export function SecretField({ view, secret, hint }: SecretFieldProps) {
  const { t } = useTranslation(['connection', 'settings']);
  const [value, setValue] = useState('');
  const { change } = useConnectionChanges();
  const label = t(`tunnel.secret.${secret}`);
  const failed = t('settings:notSaved', { field: label });
  const { pending, run } = useAction(failed);
  const isKept = view.secrets[secret];
  const isEmpty = value.trim() === '';
  const put = async (text: string): Promise<void> => {
    await change.mutateAsync({ secrets: { [secret]: text } });
    setValue('');
    notify(text === '' ? t('tunnel.removed', { secret: label }) : t('tunnel.saved', { secret: label }));
  };
  const save = () => void run(() => put(value));
  return (
    <Field label={label} hint={isKept ? t('tunnel.kept') : hint}>
      <div className="flex items-center gap-2">
        <Input
          type="password"
          autoComplete="off"
          value={value}
          placeholder={isKept ? '••••••••••••' : undefined}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isEmpty) save();
          }}
        />
        <Button
          variant={isEmpty ? 'outline' : 'primary'}
          aria-label={`${t('tunnel.save')}: ${label}`}
          pending={pending}
          disabled={isEmpty}
          onClick={save}
        >
          {t('tunnel.save')}
        </Button>
        {isKept && (
          <ActionButton
            variant="quiet"
            aria-label={`${t('tunnel.remove')}: ${label}`}
            failed={failed}
            act={() => put('')}
          >
            {t('tunnel.remove')}
          </ActionButton>
        )}
      </div>
    </Field>
  );
}
