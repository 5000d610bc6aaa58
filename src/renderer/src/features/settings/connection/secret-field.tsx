import { FileUp, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { textsIn } from '#renderer/language/i18n.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import type { ConnectionSecret } from '#shared/contract/tunnels.ts';
import { Button } from '#renderer/components/button.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { Field, Input, Textarea } from '#renderer/components/field.tsx';
import { notify, notifyError, notifyFailure } from '#renderer/components/toaster.tsx';
import { useWayInChanges } from '#renderer/rpc/use-directory.ts';

const t = textsIn(['connection', 'settings', 'common']);

interface SecretFieldProps {
  readonly view: ConnectionView;
  readonly secret: ConnectionSecret;
  readonly hint?: string;
  /** a multi-line text, which may come from a file */
  readonly long?: boolean;
}

/** A secret that can be set, replaced and removed, but not read back. */
export function SecretField({ view, secret, hint, long = false }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const [value, setValue] = useState('');
  const { change } = useWayInChanges();
  const label = t(`tunnel.secret.${secret}`);
  const isEmpty = value.trim() === '';
  const replace = (isReplaced: boolean): void => {
    setReplacing(isReplaced);
    setValue('');
  };
  const save = (saved: string) =>
    change.mutate(
      { secrets: { [secret]: saved } },
      {
        onSuccess: () => {
          replace(false);
          notify(saved === '' ? t('tunnel.removed', { secret: label }) : t('tunnel.saved', { secret: label }));
        },
        onError: (error) => notifyFailure(t('settings:notSaved', { field: label }), error),
      },
    );
  if (view.secrets[secret] && !replacing)
    return (
      <div role="group" aria-label={label} className="flex flex-col gap-1.5">
        <p className="text-ui font-medium">{label}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p className="flex min-h-(--control) min-w-0 flex-1 basis-52 items-center gap-2 text-ui text-ink-quiet">
            <LockKeyhole aria-hidden className="size-4 shrink-0" />
            {t('tunnel.kept')}
          </p>
          <Button onClick={() => replace(true)}>{t('tunnel.replace')}</Button>
          <Button variant="quiet" pending={change.isPending} onClick={() => save('')}>
            {t('tunnel.remove')}
          </Button>
        </div>
      </div>
    );
  const read = (file: File) => void file.text().then(setValue, () => notifyError(t('tunnel.fileUnreadable')));
  const buttons = (
    <>
      {long && (
        <FileButton label={label} onFile={read}>
          <FileUp aria-hidden className="size-4" />
          {t('tunnel.chooseFile')}
        </FileButton>
      )}
      <Button
        variant={isEmpty ? 'outline' : 'primary'}
        aria-label={`${t('tunnel.save')}: ${label}`}
        pending={change.isPending}
        disabled={isEmpty}
        onClick={() => save(value)}
      >
        {t('tunnel.save')}
      </Button>
      {replacing && (
        <Button variant="quiet" onClick={() => replace(false)}>
          {t('common:cancel')}
        </Button>
      )}
    </>
  );
  if (long)
    return (
      <div className="flex flex-col gap-2">
        <Field label={label} hint={hint}>
          <Textarea
            rows={5}
            value={value}
            autoFocus={replacing}
            className="font-mono text-meta"
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            onValueChange={setValue}
          />
        </Field>
        <div className="flex flex-wrap gap-2">{buttons}</div>
      </div>
    );
  return (
    <Field label={label} hint={hint}>
      <div className="flex items-center gap-2">
        <Input
          type="password"
          autoComplete="off"
          value={value}
          autoFocus={replacing}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isEmpty) save(value);
          }}
        />
        {buttons}
      </div>
    </Field>
  );
}
